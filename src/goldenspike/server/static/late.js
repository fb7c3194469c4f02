// The whole page is read: now it may be shown (see layout.css), unless tabs.js has to show a pinned view first.
if (!localStorage.getItem(`gs_view_${document.querySelector("[data-table]")?.dataset.table}`))
  document.documentElement.classList.add("whole");
