// The whole page is read: now it may be shown (see table.css).
document.documentElement.classList.add("whole");
