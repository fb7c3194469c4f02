// Quiet motion when the table moves on: a market token glides to its new price, a laid tile and a station settle in place, and
// amounts that changed are marked once. Nothing of it changes the layout or waits; none of it with reduced motion.

const GLIDE = { duration: 450, easing: "cubic-bezier(0.3, 0, 0.2, 1)" };
const SETTLE = { duration: 320, easing: "cubic-bezier(0.2, 0.8, 0.3, 1)" };
const MARK = { duration: 900, easing: "ease-in" };
const isWanted = () => !document.hidden && !matchMedia("(prefers-reduced-motion: reduce)").matches;
const one = (element, selector) => element.querySelector(selector);
const isShown = (box) => box.width > 0;

// --- what was where before

// Of the parts that change, those in view; others need no look.
const isVisible = (part) => Boolean(document.querySelector(`.part-${part}`)?.getClientRects().length);
const all = (parts, part, selector) => (parts.includes(part) ? [...document.querySelectorAll(`.part-${part} ${selector}`)] : []);

const tokens = (parts) => all(parts, "market", ".gs-market .gs-roundel");
const hexes = (parts) => all(parts, "board", ".gs-hex");
const tileOf = (hex) => `${one(hex, ".gs-number")?.textContent} ${one(hex, ".gs-rail")?.getAttribute("d")}`;
const stations = (parts) => all(parts, "board", ".gs-slot .gs-roundel");
const stationOf = (station) => `${station.closest(".gs-slot").dataset.place} ${station.dataset.company}`;

// Amounts by the row they stand in, so that a new row does not mark those below it.
const ROWS = { players: "tr", sheet: "tbody tr", stock: "tbody tr:first-child", companies: ".company", strip: ".strip" };
const nameOf = (row) => row.getAttribute("aria-label") ?? (one(row, "th")?.title || one(row, "th")?.textContent.trim());
function* amounts(parts) {
  for (const [part, selector] of Object.entries(ROWS))
    for (const row of all(parts, part, selector))
      for (const [index, cell] of row.querySelectorAll("td.number, .fact.number, strong").entries())
        yield [`${part} ${nameOf(row)} ${index}`, cell];
}

function look(parts) {
  return {
    parts,
    tokens: new Map(tokens(parts).map((token) => [token.dataset.company, token.getBoundingClientRect()])),
    tiles: new Map(hexes(parts).map((hex) => [hex.dataset.hex, tileOf(hex)])),
    stations: new Set(stations(parts).map(stationOf)),
    amounts: new Map([...amounts(parts)].map(([name, cell]) => [name, cell.textContent.trim()])),
  };
}

// --- what moves

// A picture of the token glides over the page, since within the market later cells would cover it.
function glide(token, from, to) {
  const picture = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  const { x, y, width, height } = token.getBBox();
  picture.setAttribute("viewBox", `${x} ${y} ${width} ${height}`);
  picture.setAttribute("class", "gs gliding");
  picture.ariaHidden = "true";
  picture.append(token.cloneNode(true));
  Object.assign(picture.style, { left: `${to.x}px`, top: `${to.y}px`, width: `${to.width}px`, height: `${to.height}px` });
  document.body.append(picture);
  token.animate({ opacity: [0, 0] }, GLIDE);
  const start = `translate(${from.x - to.x}px, ${from.y - to.y}px)`;
  picture.animate({ transform: [start, "none"] }, GLIDE).onfinish = () => picture.remove();
}

function settle(element, scale) {
  const { e, f } = element.transform.baseVal.consolidate()?.matrix ?? { e: 0, f: 0 };
  const place = `translate(${e}px, ${f}px)`;
  element.animate({ transform: [`${place} scale(${scale})`, `${place} scale(1)`], opacity: [0.3, 1] }, SETTLE);
}

function move(before) {
  const { parts } = before;
  for (const token of tokens(parts)) {
    const from = before.tokens.get(token.dataset.company);
    const to = token.getBoundingClientRect();
    if (from && isShown(from) && isShown(to) && Math.hypot(from.x - to.x, from.y - to.y) > 2) glide(token, from, to);
  }
  for (const hex of hexes(parts)) if (before.tiles.get(hex.dataset.hex) !== tileOf(hex)) settle(hex, 1.15);
  for (const station of stations(parts)) if (!before.stations.has(stationOf(station))) settle(station, 1.6);
  for (const [name, cell] of amounts(parts)) {
    const now = cell.textContent.trim();
    const was = before.amounts.get(name);
    if (was !== undefined && was !== now && /\d/.test(now))
      cell.animate({ backgroundColor: ["var(--mark)", "transparent"] }, MARK);
  }
}

export function openMotion(table) {
  let before = null;
  table.addEventListener("table:changing", (event) => {
    before = isWanted() ? look(event.detail.filter(isVisible)) : null;
  });
  table.addEventListener("table:changed", (event) => {
    const was = before;
    if (was && event.detail.moved) requestAnimationFrame(() => move(was));
  });
}
