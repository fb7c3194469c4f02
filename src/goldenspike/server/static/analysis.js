// While the baron is still looking, the page fetches itself now and then; what the reader has opened stays open.
import { morph } from "./morph.js";

export function watchAnalysis(page) {
  const again = async () => {
    const answer = await fetch(location.href, { headers: { accept: "text/html" } });
    if (!answer.ok) return;
    const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").querySelector("[data-analysis]");
    morph(page, fresh.innerHTML);
    page.dataset.analysis = fresh.dataset.analysis;
    if (page.dataset.analysis === "working") setTimeout(again, 2000);
  };
  if (page.dataset.analysis === "working") setTimeout(again, 1000);
}
