// The search of the rules filters while one types; without scripts the server does it.
const page = document.querySelector("[data-rules]");
const field = page?.querySelector("[data-rules-search]");
const none = page?.querySelector("[data-rules-found]");
const paragraphs = [...(page?.querySelectorAll("[data-rules-paragraph]") ?? [])];
const texts = paragraphs.map((paragraph) => paragraph.textContent.toLowerCase());

function filter() {
  const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
  paragraphs.forEach((paragraph, at) => {
    paragraph.hidden = !words.every((word) => texts[at].includes(word));
  });
  for (const chapter of page.querySelectorAll("[data-rules-chapter]")) {
    chapter.hidden = !chapter.querySelector("[data-rules-paragraph]:not([hidden])");
  }
  const contents = page.querySelector(".rules-contents");
  if (contents) contents.hidden = words.length > 0;
  none.hidden = paragraphs.some((paragraph) => !paragraph.hidden);
  if (!none.hidden) none.textContent = none.dataset.none;
}
field?.addEventListener("input", filter);

// On a phone the contents would fill the first screens.
const contents = page?.querySelector(".rules-contents");
if (contents && matchMedia("(max-width: 48rem)").matches) contents.open = false;
