// The rules are searched while one types: the server finds, as it does without scripts.
const PAUSE = 200; // milliseconds without a key before it is asked

const page = document.querySelector("[data-rules]");
const field = page?.querySelector("[data-rules-search]");
const body = page?.querySelector("[data-rules-body]");
const whole = body && !field.value ? [...body.childNodes] : null;
let asked = 0;

// On a phone the contents would fill the first screens.
function fold() {
  const contents = body?.querySelector(".rules-contents");
  if (contents && matchMedia("(max-width: 48rem)").matches) contents.open = false;
}

async function search(mine) {
  const address = new URL(field.form.action);
  const query = field.value.trim();
  if (query) address.searchParams.set("q", query);
  if (!query && whole) {
    body.replaceChildren(...whole);
  } else {
    const answer = await fetch(address, { headers: { accept: "text/html" } });
    if (!answer.ok) return;
    const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").querySelector("[data-rules-body]");
    if (mine !== asked) return;
    body.replaceChildren(...fresh.childNodes);
    fold();
  }
  history.replaceState(null, "", address);
}

field?.addEventListener("input", () => {
  asked += 1;
  setTimeout((mine) => mine === asked && search(mine), PAUSE, asked);
});
fold();
