// Bring an element up to date in place: focus, scroll position, and what the reader has opened or typed survive.
import { Idiomorph } from "./vendor/idiomorph.esm.js";

const isTouched = (one) =>
  one.matches("option")
    ? one.selected !== one.defaultSelected
    : one.matches("input") && (one.value !== one.defaultValue || one.checked !== one.defaultChecked);

// What is equal needs no second look, unless it has fields that somebody may have filled in.
const FIELDS = "input, select, textarea";
const isSame = (one, fresh) => one.isEqualNode(fresh) && !(one.matches?.(FIELDS) || one.querySelector?.(FIELDS));

// Elements keep their state if they keep their id; a button whose id is gone loses the focus rather than becoming another answer.
export function morph(element, text, options) {
  bring(element, parse(text), "innerHTML", options);
}

// Some elements of a picture or list, found by their ids; one that is not there follows the one before it. What a picture
// contains is exchanged, which is quicker; its elements themselves stay, so that a click under way still reaches them.
export function morphPieces(pieces) {
  const isDrawn = (piece) => piece.startsWith("<g");
  const drawn = parse(`<svg>${pieces.filter(isDrawn).join("")}</svg>`).firstChild;
  for (const fresh of [...drawn.children]) {
    const old = document.getElementById(fresh.id);
    if (old.contains(document.activeElement)) bring(old, fresh, "outerHTML");
    else exchange(old, fresh);
  }
  let last = null;
  for (const piece of pieces.filter((piece) => !isDrawn(piece))) {
    const fresh = parse(piece).firstElementChild; // each by itself: a row is understood only among rows
    const old = document.getElementById(fresh.id);
    if (!old) last.after(fresh);
    else if (!old.isEqualNode(fresh)) bring(old, fresh, "outerHTML");
    last = old ?? fresh;
  }
}

function exchange(old, fresh) {
  for (const { name } of [...old.attributes]) if (!fresh.hasAttribute(name)) old.removeAttribute(name);
  for (const { name, value } of fresh.attributes) if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  old.replaceChildren(...fresh.childNodes);
}

// Text that is sent to several readers has a placeholder where a form has the reader's token.
function parse(text) {
  const box = document.createElement("template");
  box.innerHTML = text.replaceAll("<csrf-input>", document.querySelector("input[name=_csrf_token]")?.outerHTML ?? "");
  return box.content;
}

function bring(element, fresh, morphStyle, { keepInput = true } = {}) {
  const isKept = (name, one) =>
    (name === "open" && one.matches("details")) ||
    (keepInput && ["value", "selected", "checked"].includes(name) && isTouched(one));
  Idiomorph.morph(element, fresh, {
    morphStyle,
    callbacks: {
      beforeAttributeUpdated: (name, one) => !isKept(name, one),
      beforeNodeMorphed: (one, fresh) => !isSame(one, fresh),
    },
  });
}
