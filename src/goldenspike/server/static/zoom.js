// Zoom and pan of the board, the market and the tile chart: by wheel, drag, pinch, double click, buttons and keys. A picture
// is larger than its frame, which scrolls; so a finger pans without this file, and the place survives a refresh of the picture.
// Run before the page is shown, so that a remembered place is there from the first sight.

const PICTURES = "[data-board], .market, .chart";
const MOST = 8;
const STEP = 1.4;
const READABLE = 8; // pixels of the smallest letters
const COMFORTABLE = 11; // and where nobody has asked for a closer look
const LARGE = 16;
const TARGET = 24; // pixels of a hex that a finger can hit
const SIMPLE = 5.5; // below this the board shows only what can be seen at that size
const isSmall = () => matchMedia("(max-width: 60rem)").matches;

const table = document.querySelector("[data-table]");
const board = () => document.querySelector("[data-board]");
const drawing = (picture) => picture.querySelector("svg");
// On the element around the picture, which stays when the picture is swapped.
const around = (picture) => picture.closest(".tabbed");
export const zoomOf = (picture) => Number(getComputedStyle(picture).getPropertyValue("--zoom"));

// The share of the drawing that is at a point of the screen, and the way back: zoom such that it is there again.
function shareAt(picture, x, y) {
  const { left, top, width, height } = drawing(picture).getBoundingClientRect();
  return [(x - left) / width, (y - top) / height];
}
function show(picture, zoom, share, x, y) {
  around(picture).style.setProperty("--zoom", Math.min(MOST, Math.max(1, zoom)));
  const { left, top, width, height } = drawing(picture).getBoundingClientRect();
  scrollBy(picture, left + share[0] * width - x, top + share[1] * height - y);
  simplify();
  save();
}
// By whole pixels, to which the browser would round later, when something else relies on the place.
export function scrollBy(picture, x, y) {
  picture.scrollTo(Math.round(picture.scrollLeft + x), Math.round(picture.scrollTop + y));
}
export function zoomTo(picture, zoom, [x, y] = middle(picture)) {
  followed = null;
  show(picture, zoom, shareAt(picture, x, y), x, y);
}
function middle(picture) {
  const { left, top } = picture.getBoundingClientRect();
  return [left + picture.clientWidth / 2, top + picture.clientHeight / 2];
}

// The picture that most is seen of: a phone shows the board and the chosen tab below each other.
function seenMost() {
  const seen = (one) => {
    const { top, bottom } = one.getBoundingClientRect();
    return Math.min(bottom, innerHeight) - Math.max(top, 0);
  };
  const shown = [...document.querySelectorAll(PICTURES)].filter((one) => one.getClientRects().length);
  return shown.sort((one, other) => seen(other) - seen(one))[0];
}

// --- the board: the part in play, and what is shown of it

// Pixels of the smallest letters if the whole board were shown.
function smallestLetters(picture) {
  const { width, height } = drawing(picture).viewBox.baseVal;
  const scale = Math.min(picture.clientWidth / width, picture.clientHeight / height);
  return { scale, pixels: scale * Number(drawing(picture).dataset.least) };
}
// On a large screen letters are at least readable; a small one shows the part in play, as large as it can. The board comes closer
// only for those who ask for it.
function fit(isAsked = true) {
  const picture = board();
  if (!picture?.clientWidth) return;
  const [left, top, width, height] = table.dataset.focus.split(" ").map(Number);
  const [wide, high] = [picture.clientWidth, picture.clientHeight];
  const whole = drawing(picture).viewBox.baseVal;
  const { scale, pixels } = smallestLetters(picture);
  const isClose = isAsked || isSmall();
  const largest = Math.min(wide / (width * scale), high / (height * scale), (isClose ? LARGE : COMFORTABLE) / pixels);
  const zoom = Math.max(1, isClose ? 1 : READABLE / pixels, largest);
  // The middle in shares of the drawing, with the margins that its proportions leave; these need not be seen.
  const share = (size, room, at) => {
    const half = room / (2 * scale * zoom);
    const seen = 2 * half < size ? Math.min(size - half, Math.max(half, at)) : size / 2;
    return 0.5 + ((seen - size / 2) * scale) / room;
  };
  const shares = [share(whole.width, wide, left + width / 2), share(whole.height, high, top + height / 2)];
  show(picture, zoom, shares, ...middle(picture));
  followed = { focus: table.dataset.focus, isAsked: isClose };
}
// Once more, and the whole board is shown again.
function fitOrWhole() {
  if (!board()) return;
  if (followed?.isAsked) zoomTo(board(), 1);
  else fit();
}
// Who has the network of one railroad fitted, sees that of the next one when its turn comes, unless the pointer is there.
// What can be chosen comes into sight in any case, all of it if the reader has not chosen the place: nobody can want a board that
// shows none of it.
let followed = null;
function follow({ detail }) {
  table.dataset.focus = detail.focus;
  if (detail.moved && !detail.isPast) settle();
}
let settled = ""; // the part in play for which this was done
function settle() {
  if (!board()?.clientWidth || held || table.classList.contains("choosing")) return;
  settled = table.dataset.focus;
  const isBehind = followed && followed.focus !== table.dataset.focus && !board().matches(":hover");
  if (isBehind || isOutOfSight()) fit(followed?.isAsked ?? false);
}
function isOutOfSight() {
  const frame = board().getBoundingClientRect();
  const isSeen = (one) => {
    const { left, top, width, height } = one.getBoundingClientRect();
    const [x, y] = [left + width / 2, top + height / 2];
    return x > frame.left && x < frame.right && y > frame.top && y < frame.bottom;
  };
  const choices = [...board().querySelectorAll("[role=button]")];
  return choices.length > 0 && !(followed ? choices.every(isSeen) : choices.some(isSeen));
}
// A board that is too small when it is shown whole, to read or on a phone to hit, opens where the game is.
function open() {
  const { width, height } = drawing(board()).viewBox.baseVal;
  const [, , wide, high] = table.dataset.focus.split(" ").map(Number);
  // Before anything is built, the whole board is where the game is.
  const isWhole = wide > 0.9 * width && high > 0.9 * height;
  const hex = board().querySelector(".gs-ground").getBoundingClientRect().width;
  const isTiny = isSmall() ? hex < TARGET : smallestLetters(board()).pixels < READABLE - 1;
  if (isTiny && !isWhole) fit(false);
}
function simplify() {
  const picture = board();
  if (!picture?.clientWidth) return;
  around(picture).classList.toggle("simple", smallestLetters(picture).pixels * zoomOf(picture) < SIMPLE);
}

// --- remembered

let key;
let saving = 0;
function save() {
  clearTimeout(saving);
  saving = setTimeout(saveNow, 200);
}
function saveNow() {
  clearTimeout(saving);
  const picture = board();
  // A hex that is being chosen on a phone is large only for the moment.
  if (!picture?.clientWidth || document.querySelector("[data-near]")) return;
  const place = [zoomOf(picture), shareAt(picture, ...middle(picture))];
  sessionStorage.setItem(key, JSON.stringify([...place, table.dataset.focus, followed?.isAsked]));
}
function restore() {
  const kept = sessionStorage.getItem(key);
  if (!kept) return false;
  const [zoom, share, focus, isAsked] = JSON.parse(kept);
  show(board(), zoom, share, ...middle(board()));
  if (isAsked !== null) followed = { focus, isAsked };
  if (focus !== table.dataset.focus) settle();
  return true;
}

// --- wheel, drag, pinch, double click

function onWheel(event) {
  const picture = event.target.closest?.(PICTURES);
  // Over a tile that is being chosen the wheel turns it; where the page scrolls, the wheel alone scrolls it.
  if (!picture || event.target.closest(".gs-hex")?.querySelector(".gs-trial")) return;
  if (!event.ctrlKey && (event.shiftKey || isSmall() || picture !== board())) return;
  event.preventDefault();
  const way = event.deltaY * [1, 16, 400][event.deltaMode];
  const strength = event.ctrlKey && Math.abs(way) < 50 ? 0.01 : 0.0018;
  zoomTo(picture, zoomOf(picture) * Math.exp(-way * strength), [event.clientX, event.clientY]);
}

let held = null; // where the mouse took hold of a picture
let dragged = false;
function onDown(event) {
  dragged = false;
  const picture = event.target.closest?.(PICTURES);
  if (!picture || event.pointerType === "touch" || event.button) return;
  held = { picture, x: event.clientX, y: event.clientY, left: picture.scrollLeft, top: picture.scrollTop };
}
function onMove(event) {
  if (!held) return;
  if (!event.buttons) {
    onUp();
    return;
  }
  const [dx, dy] = [event.clientX - held.x, event.clientY - held.y];
  if (!dragged && Math.hypot(dx, dy) < 5) return;
  dragged = true;
  followed = null;
  held.picture.classList.add("dragged");
  held.picture.scrollLeft = held.left - dx;
  held.picture.scrollTop = held.top - dy;
}
function onUp() {
  held?.picture.classList.remove("dragged");
  held = null;
}
function onClick(event) {
  if (!dragged || !event.target.closest?.(PICTURES)) return;
  event.stopPropagation();
  event.preventDefault();
}

let pinched = null;
function fingers({ touches: [one, other] }) {
  return {
    apart: Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY),
    at: [(one.clientX + other.clientX) / 2, (one.clientY + other.clientY) / 2],
  };
}
function onTouch(event) {
  followed = null;
  const picture = event.target.closest?.(PICTURES);
  if (!picture || event.touches.length !== 2) {
    pinched = null;
    return;
  }
  event.preventDefault();
  const { apart, at } = fingers(event);
  pinched ??= { apart, zoom: zoomOf(picture), share: shareAt(picture, ...at) };
  show(picture, (pinched.zoom * apart) / pinched.apart, pinched.share, ...at);
}

function onDoubleClick(event) {
  const picture = event.target.closest?.(PICTURES);
  if (!picture || event.target.closest("[role=button]")) return;
  zoomTo(picture, zoomOf(picture) * (event.shiftKey ? 0.5 : 2), [event.clientX, event.clientY]);
}

// --- keys and buttons

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
function onKey(event) {
  if (event.target.matches("input, select, textarea") || event.ctrlKey || event.metaKey || event.altKey) return;
  const picture = event.target.closest(PICTURES) ?? seenMost();
  if (!picture) return;
  const arrow = ARROWS[event.key];
  // While a tile is being chosen, the arrow keys choose another one.
  if (arrow && event.target.closest(PICTURES) && zoomOf(picture) > 1 && !document.querySelector(".choosing")) {
    event.preventDefault();
    event.stopPropagation();
    picture.scrollLeft += (arrow[0] * picture.clientWidth) / 5;
    picture.scrollTop += (arrow[1] * picture.clientHeight) / 5;
  } else if (event.key === "+" || event.key === "=") zoomTo(picture, zoomOf(picture) * STEP);
  else if (event.key === "-") zoomTo(picture, zoomOf(picture) / STEP);
  else if (event.key === "0") zoomTo(picture, 1);
  else if (event.key === "f") fitOrWhole();
}

// What the reader does not want to see on the board, on all tables.
function openLayers() {
  const menu = document.querySelector("[data-layers]");
  const boxes = [...menu.querySelectorAll("input")];
  const hidden = new Set(JSON.parse(localStorage.getItem("board.hidden") ?? "[]"));
  const apply = () => {
    for (const box of boxes) around(board()).classList.toggle(`without-${box.value}`, !box.checked);
  };
  for (const box of boxes) box.checked = !hidden.has(box.value);
  menu.addEventListener("change", () => {
    localStorage.setItem("board.hidden", JSON.stringify(boxes.filter((box) => !box.checked).map((box) => box.value)));
    apply();
  });
  menu.addEventListener("beforetoggle", () => {
    const { right, bottom } = document.querySelector("[popovertarget=layers]").getBoundingClientRect();
    menu.style.setProperty("--right", `${Math.max(0, innerWidth - right)}px`);
    menu.style.setProperty("--top", `${bottom}px`);
  });
  apply();
}

function openZoom() {
  key = `board.${table.dataset.table}`;
  const tools = document.querySelector("[data-zoom-buttons]");
  const fullButton = tools.querySelector("[data-full]");
  tools.hidden = false;
  function fill(whole) {
    table.classList.toggle("full", whole);
    fullButton.setAttribute("aria-pressed", whole);
    table.dispatchEvent(new Event("table:full"));
  }
  tools.addEventListener("click", (event) => {
    const button = event.target.closest("button");
    const picture = seenMost();
    if (button?.dataset.zoom && picture) zoomTo(picture, zoomOf(picture) * STEP ** Number(button.dataset.zoom));
    if (button?.hasAttribute("data-fit-network")) fitOrWhole();
    if (button === fullButton) fill(!table.classList.contains("full"));
  });
  // After all others: what lies over the board closes first.
  addEventListener("keydown", (event) => {
    const isBusy = event.defaultPrevented || document.querySelector("[data-layers]:popover-open");
    if (event.key === "Escape" && !isBusy) fill(false);
  });
  document.addEventListener("keydown", onKey, true);
  document.addEventListener("wheel", onWheel, { passive: false });
  document.addEventListener("pointerdown", onDown);
  document.addEventListener("pointermove", onMove);
  document.addEventListener("pointerup", onUp);
  document.addEventListener("click", onClick, true);
  document.addEventListener("dblclick", onDoubleClick);
  for (const kind of ["touchstart", "touchmove", "touchend"]) document.addEventListener(kind, onTouch, { passive: false });
  document.addEventListener("scroll", save, { capture: true, passive: true });
  addEventListener("pagehide", saveNow);
  table.addEventListener("table:changed", follow);
  if (!board()) return; // The map is on the real table.
  openLayers();
  let opened = false;
  const appear = () => {
    if (!opened && board().clientWidth) {
      opened = true;
      settled = table.dataset.focus;
      restore() || open();
    } else if (settled !== table.dataset.focus) settle(); // Another railroad's turn came while the board was hidden.
    simplify();
  };
  appear();
  new ResizeObserver(appear).observe(board());
}

openZoom();
