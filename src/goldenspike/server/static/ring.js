// The ring: the tiles that fit lie around the chosen hex, with ✓ and ✗ below it and a card with the figures beside it.
// Everything lies over the page, so nothing else moves; while it is open it follows the hex.

const GAP = 6;
const RINGS = 5;
const degrees = (angle) => ((angle * 180) / Math.PI + 720) % 360;

// Where the hex itself lies: what a tile draws may stand out beyond it, and differs from tile to tile.
const ground = (hex) => (hex.querySelector(".gs-ground") ?? hex).getBoundingClientRect();

export function openRing(box) {
  let target = null;
  let last = {};

  // The part of the window that can be used: the board, or on a phone, where that is small, all between the bars.
  function frame() {
    const board = document.querySelector("[data-board]").getBoundingClientRect();
    const bar = document.querySelector("header.top").getBoundingClientRect().bottom;
    const dock = document.querySelector(".dock").getBoundingClientRect();
    const upright = matchMedia("(max-width: 60rem) and (orientation: portrait)").matches;
    const small = upright && !document.querySelector(".table.full");
    const low = small ? (dock.height ? dock.top : innerHeight) : board.bottom;
    return {
      left: (small ? 0 : Math.max(board.left, 0)) + 4,
      top: Math.max(small ? bar : Math.max(board.top, bar), 0) + 4,
      right: (small ? innerWidth : Math.min(board.right, innerWidth)) - 4,
      bottom: Math.min(low, innerHeight) - 4,
    };
  }

  // Places on circles around the hex that lie in the frame, nearest circle first, each from the lower left clockwise.
  function* slots(center, radius, size, within) {
    for (let ring = 0; ring < RINGS; ring += 1) {
      const distance = radius + GAP + size / 2 + ring * (size + GAP);
      const count = Math.max(6, Math.floor((2 * Math.PI * distance) / (size + GAP)));
      for (let number = 0; number < count; number += 1) {
        const angle = (2 * Math.PI * number) / count + (Math.PI * 3) / 4;
        const x = center.x + distance * Math.cos(angle);
        const y = center.y + distance * Math.sin(angle);
        const half = size / 2;
        if (x - half >= within.left && x + half <= within.right && y - half >= within.top && y + half <= within.bottom)
          yield { x, y, ring, angle: degrees(angle) };
      }
    }
  }

  function put(element, { x, y }) {
    element.style.left = `${Math.round(x - element.offsetWidth / 2)}px`;
    element.style.top = `${Math.round(y - element.offsetHeight / 2)}px`;
  }

  // The card goes under the ring if there is room, else above it or beside it, else into a corner; where it hides the fewest
  // of the other hexes that can be chosen.
  function putCard(card, around, within) {
    const [width, height] = [card.offsetWidth, card.offsetHeight];
    const clamp = (value, low, high) => Math.max(low, Math.min(value, high));
    const x = clamp((around.left + around.right - width) / 2, within.left, within.right - width);
    const y = clamp((around.top + around.bottom - height) / 2, within.top, within.bottom - height);
    const [right, bottom] = [within.right - width, within.bottom - height];
    const spots = [
      { x, y: around.bottom + GAP },
      { x, y: around.top - GAP - height },
      { x: around.right + GAP, y },
      { x: around.left - GAP - width, y },
      { x: right, y: bottom },
      { x: within.left, y: bottom },
      { x: within.left, y: within.top },
      { x: right, y: within.top },
    ];
    const others = [...document.querySelectorAll("[data-board] [role=button]")].filter((one) => one !== target()).map(ground);
    const covers = (spot, box) =>
      spot.x < box.right && spot.x + width > box.left && spot.y < box.bottom && spot.y + height > box.top;
    const fits = ({ x, y }) => x >= within.left && x <= right && y >= within.top && y <= bottom;
    const harm = (spot) => (covers(spot, around) ? 1000 : 0) + others.filter((box) => covers(spot, box)).length;
    const [best] = spots.filter(fits).sort((one, other) => harm(one) - harm(other));
    const spot = best ?? { x, y };
    card.style.left = `${Math.round(spot.x)}px`;
    card.style.top = `${Math.round(spot.y)}px`;
  }

  function layOut() {
    const hex = ground(target());
    const within = frame();
    const center = { x: hex.x + hex.width / 2, y: hex.y + hex.height / 2 };
    const radius = Math.max(hex.width, hex.height) / 2;
    const shown = (element) => element?.getClientRects().length;
    const tools = ["[data-turn]", "[data-confirm]", "[data-cancel]"].map((name) => box.querySelector(name)).filter(shown);
    const items = [...box.querySelectorAll(".fit")].filter(shown);
    const size = Math.max(44, ...[...tools, ...items].map((one) => Math.max(one.offsetWidth, one.offsetHeight)));
    const free = [...slots(center, radius, size, within)];
    const taken = [];
    const take = (element, slot) => {
      if (!slot) return;
      free.splice(free.indexOf(slot), 1);
      taken.push(slot);
      put(element, slot);
    };
    // ✓ right below the hex, ✗ left below, the arrow between them; near an edge whatever is nearest to that.
    const wanted = { "data-confirm": 50, "data-cancel": 130, "data-turn": 90 };
    for (const tool of tools) {
      const angle = wanted[Object.keys(wanted).find((name) => tool.hasAttribute(name))];
      const away = (slot) => Math.min(Math.abs(slot.angle - angle), 360 - Math.abs(slot.angle - angle)) + 360 * slot.ring;
      take(tool, [...free].sort((one, other) => away(one) - away(other))[0]);
    }
    // A gap between the ordinary tiles and those of private companies.
    const first = items.findIndex((item) => item.matches(".powered"));
    if (first > 0 && free.length > items.length) {
      for (const item of items.splice(0, first)) take(item, free[0]);
      free.shift();
    }
    for (const item of items) take(item, free[0]);
    const half = size / 2;
    const around = {
      left: Math.min(hex.left, ...taken.map((slot) => slot.x - half)),
      right: Math.max(hex.right, ...taken.map((slot) => slot.x + half)),
      top: Math.min(hex.top, ...taken.map((slot) => slot.y - half)),
      bottom: Math.max(hex.bottom, ...taken.map((slot) => slot.y + half)),
    };
    putCard(box.querySelector("[data-card]"), around, within);
  }

  function follow() {
    if (!target) return;
    const hex = target();
    if (hex) {
      const { x, y, width } = ground(hex);
      const card = box.querySelector("[data-card]").offsetHeight;
      const now = [width, innerWidth, innerHeight, card, box.querySelectorAll(".fit").length, box.className].join();
      // Fractions of a pixel, as scrolling leaves them, must not move a button.
      if (now !== last.now || Math.abs(x - last.x) >= 1 || Math.abs(y - last.y) >= 1) {
        layOut();
        last = { now, x, y };
      }
    }
    requestAnimationFrame(follow);
  }

  return {
    show(find) {
      const running = target !== null;
      target = find;
      last = {};
      if (!running) follow();
    },
    hide() {
      target = null;
    },
  };
}
