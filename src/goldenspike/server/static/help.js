// Paragraphs used to be explained here: an old link to one leads on to the rules.
const old = decodeURIComponent(location.hash.slice(1));
const paragraph = old.startsWith("rule-") ? document.getElementById(old) : null;
if (paragraph) location.replace(paragraph.closest("li").querySelector("a").href);
