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

// Some elements of a picture or list, found by their ids.
export function morphPieces(pieces) {
  for (const piece of pieces) {
    const fresh = parse(piece.startsWith("<g") ? `<svg>${piece}</svg>` : piece).querySelector("[id]");
    bring(document.getElementById(fresh.id), fresh, "outerHTML");
  }
}

function parse(text) {
  const box = document.createElement("template");
  box.innerHTML = text;
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
