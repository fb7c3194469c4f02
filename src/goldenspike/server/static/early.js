// Before the first paint: tell the style sheet that scripts run, so that nothing jumps when they do.
document.documentElement.classList.add("js");
