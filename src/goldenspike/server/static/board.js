// Acting on the board: a click on a marked hex shows the tiles that fit, another one turns the tile, a button confirms.
// Every choice is a button of the panel's forms, which is what is sent; this file only finds it.

import { openRing } from "./ring.js";
import { scrollBy, zoomOf, zoomTo } from "./zoom.js";

const SVG = "http://www.w3.org/2000/svg";

export function openBoard(table) {
  const base = table.dataset.path;
  const isPuzzle = "puzzle" in table.dataset; // what a move earns or brings about is then the question
  const box = document.querySelector("[data-chooser]");
  const ring = openRing(box);
  const pictures = new Map();
  let figures = {}; // of the lays on the chosen hex, by action: left, cost, earns
  let choice = null; // { hex, groups: [[button, …], …], group, turn }

  const buttonsAt = (hex) => [
    ...document.querySelectorAll(`.part-panel button[data-kind=LayTile][data-hex="${CSS.escape(hex)}"]`),
  ];
  const shape = (hex) => document.querySelector(`[data-board] .gs-hex[data-hex="${CSS.escape(hex)}"]`);
  const chosen = () => choice?.groups[choice.group][choice.turn];

  async function picture(tile, rotation) {
    const address = `${base}/tile/${encodeURIComponent(tile)}/${rotation}`;
    if (!pictures.has(address))
      pictures.set(
        address,
        fetch(address).then((answer) => answer.text()),
      );
    const text = await pictures.get(address);
    return document.importNode(new DOMParser().parseFromString(text, "image/svg+xml").documentElement, true);
  }

  // --- opening and closing

  function openHex(hex) {
    const byTile = new Map();
    for (const button of buttonsAt(hex)) {
      const lay = JSON.parse(button.value);
      // A tile of a private company is a choice of its own, although it looks like the ordinary one.
      const key = `${lay.tile} ${button.dataset.power ?? ""}`;
      byTile.set(key, [...(byTile.get(key) ?? []), button]);
    }
    if (!byTile.size) return false;
    const name = document.querySelector(`[data-hex-name="${CSS.escape(hex)}"]`)?.textContent ?? "";
    // Those that use up a private company come last.
    const groups = [...byTile.values()].sort(([one], [other]) => ("power" in one.dataset) - ("power" in other.dataset));
    open({ hex, groups, group: 0, turn: 0 }, `${hex} ${name}`);
    return true;
  }

  function openPlace(place, hex) {
    const found = [...document.querySelectorAll(`.part-panel button[data-place="${place}"]`)];
    if (!found.length) return false;
    open({ hex, place, groups: found.map((button) => [button]), group: 0, turn: 0 }, found[0].textContent);
    return true;
  }

  function open(fresh, name) {
    close();
    choice = fresh;
    for (const old of document.querySelectorAll(".gs-hint")) old.remove();
    box.querySelector("[data-chooser-name]").textContent = name;
    box.hidden = false;
    table.classList.add("choosing");
    figures = {};
    drawFits();
    drawTrial();
    nearer(fresh.hex);
    ring.show(() => shape(fresh.hex));
    if (fresh.place === undefined && !isPuzzle) lookUp(fresh);
  }

  // What the tiles cost and earn is computed meanwhile; its place is reserved.
  async function lookUp(fresh) {
    const answer = await fetch(`${base}/lays/${encodeURIComponent(fresh.hex)}`, { headers: { accept: "application/json" } });
    if (!answer.ok || choice !== fresh) return;
    figures = (await answer.json()).lays;
    if (choice === fresh) showFigures();
  }

  function showFigures() {
    const found = figures[chosen().value] ?? {};
    const named = choice.groups.some(([first]) => first.dataset.power);
    const power = chosen().dataset.power?.replace(/[.。]$/, "");
    const tile = named ? (power ?? box.dataset.ordinary) : "";
    box.querySelector("[data-figures]").textContent = [tile, found.left, found.cost].filter(Boolean).join(" · ");
    box.querySelector("[data-earns]").textContent = found.earns ?? "";
  }

  // On a small screen the hex comes to the middle, large enough to see what lies there; on a large one the chooser keeps clear
  // of it where it lies over the board.
  function nearer(hex) {
    table.classList.toggle("aside", shape(hex).getBoundingClientRect().x > innerWidth / 2);
    if (!matchMedia("(max-width: 60rem)").matches) return;
    const board = document.querySelector("[data-board]");
    if (!table.dataset.near) table.dataset.near = zoomOf(board);
    if (zoomOf(board) < 2.8) zoomTo(board, 2.8);
    const [at, frame, over] = [shape(hex), board, box].map((one) => one.getBoundingClientRect());
    // In full screen the chooser lies over the lower part of the board; on a phone on its side it is beside it.
    const covers = over.left < frame.right && over.top > frame.top && over.top < frame.bottom;
    const middle = (frame.top + (covers ? over.top : frame.bottom)) / 2;
    scrollBy(board, at.x + at.width / 2 - frame.x - frame.width / 2, at.y + at.height / 2 - middle);
  }

  // --- why not

  let asked = 0; // so that an answer is shown only if nothing was done since
  async function explain(hex) {
    close();
    const number = asked;
    const token = document.querySelector("input[name=_csrf_token]")?.value ?? "";
    const answer = await fetch(`${base}/why`, {
      method: "POST",
      body: new URLSearchParams({ hex: hex.toUpperCase(), _csrf_token: token }),
      headers: { accept: "application/json" },
    });
    const said = await answer.json();
    const sentence = answer.ok ? said.sentence : said.title;
    if (!sentence || asked !== number) return;
    const where = shape(hex);
    where?.classList.add("gs-asked");
    box.querySelector("[data-chooser-name]").textContent = where?.querySelector("title")?.textContent ?? hex;
    box.querySelector("[data-said]").replaceChildren(...cited(sentence));
    box.classList.add("explains");
    box.hidden = false;
    ring.show(() => where);
  }

  // The paragraph in brackets leads to its place in the rules.
  function cited(sentence) {
    const found = sentence.match(/^(.*)\[([^[\]]+)\]\s*$/s);
    if (!found) return [sentence];
    const link = document.createElement("a");
    link.href = `${base}/rules#rule-${found[2]}`;
    link.textContent = found[2];
    return [found[1], "[", link, "]"];
  }
  document.addEventListener("submit", (event) => {
    if (!event.target.matches("form[data-why]")) return;
    event.preventDefault();
    explain(new FormData(event.target).get("hex").trim());
  });

  function close() {
    asked += 1;
    ring.hide();
    box.classList.remove("explains");
    for (const asked of document.querySelectorAll(".gs-asked")) asked.classList.remove("gs-asked");
    for (const trial of document.querySelectorAll(".gs-trial")) trial.remove();
    choice = null;
    if (table.dataset.near) {
      zoomTo(document.querySelector("[data-board]"), table.dataset.near);
      delete table.dataset.near;
    }
    box.hidden = true;
    table.classList.remove("choosing");
    if (hinted) drawHint(hinted);
  }

  // --- drawing

  function drawFits() {
    const fits = box.querySelector("[data-fits]");
    fits.replaceChildren();
    fits.hidden = choice.place !== undefined && choice.groups.length < 2;
    choice.groups.forEach((buttons, index) => {
      const lay = JSON.parse(buttons[0].value);
      const one = document.createElement("button");
      one.type = "button";
      const { power } = buttons[0].dataset;
      one.className = power ? "fit powered" : "fit";
      const title = buttons[0].title || buttons[0].textContent;
      one.setAttribute("aria-label", power ? `${power}: ${title}` : title);
      if (power) {
        // The sign of the private company, as on the board: the tile itself looks like an ordinary one.
        const sign = document.createElement("span");
        sign.className = "power";
        sign.textContent = lay.private;
        one.append(sign);
        one.title = power;
      }
      if (lay.tile === undefined) one.textContent = index + 1;
      else
        picture(lay.tile, lay.rotation).then((drawn) => {
          // Too small to read, and the name of the button says it.
          for (const text of drawn.querySelectorAll("text, title")) text.remove();
          one.prepend(drawn);
        });
      one.addEventListener("click", () => {
        if (choice.group === index) turn(1);
        else {
          choice.group = index;
          choice.turn = 0;
          drawTrial();
        }
      });
      fits.append(one);
    });
  }

  async function drawTrial() {
    const button = chosen();
    const { hex, place } = choice;
    document.querySelector("[data-spoken]").textContent = button.title + (button.querySelector(".hidden")?.textContent ?? "");
    for (const [index, fit] of [...box.querySelectorAll(".fit")].entries()) {
      fit.setAttribute("aria-pressed", index === choice.group);
    }
    box.querySelector("[data-turn]").disabled = choice.groups[choice.group].length < 2;
    box.querySelector("[data-turn]").hidden = place !== undefined;
    box.dataset.chosen = button.value;
    showFigures();
    foresee(button, box.querySelector("[data-said]"), () => chosen() === button);
    const trial = await ghost(JSON.parse(button.value), place);
    if (chosen() !== button) return;
    for (const old of document.querySelectorAll(".gs-trial")) old.remove();
    put(trial, "gs-trial", hex, place);
  }

  // A tile, or the station of a place, as it would lie on the board.
  async function ghost(action, place) {
    if (place !== undefined) return token(action.company);
    return (await picture(action.tile, action.rotation)).querySelector(".gs-tile");
  }

  function put(drawn, kind, hex, place) {
    const target = place === undefined ? shape(hex) : freeSlot(place);
    if (!target || !drawn) return;
    const layer = document.createElementNS(SVG, "g");
    layer.setAttribute("class", kind);
    layer.append(drawn);
    if (place === undefined) {
      const stations = [...target.querySelectorAll(".gs-slot")].filter((slot) => slot.querySelector("[data-company]"));
      for (const slot of stations) layer.append(withoutIds(slot.cloneNode(true)));
    }
    const rings = [...target.children].filter((child) => child.matches(".gs-ring"));
    target.insertBefore(layer, rings[0] ?? null);
  }

  // --- what the baron would do, until somebody acts or chooses a hex

  let hinted = null;
  async function drawHint(value) {
    hinted = value;
    for (const old of document.querySelectorAll(".gs-hint")) old.remove();
    if (!value || choice) return;
    const button = [...document.querySelectorAll(".part-panel button[name=action]")].find((one) => one.value === value);
    const action = JSON.parse(value);
    const { place } = button?.dataset ?? {};
    if (action.tile === undefined && place === undefined) return;
    const drawn = await ghost(action, place);
    if (hinted === value && !choice) put(drawn, "gs-hint", action.hex, place);
  }
  table.addEventListener("table:hint", (event) => drawHint(event.detail));

  const withoutIds = (node) => {
    for (const one of [node, ...node.querySelectorAll("[id]")]) one.removeAttribute("id");
    return node;
  };
  const freeSlot = (place) => {
    const slots = [...document.querySelectorAll(`[data-board] [data-place="${place}"]`)];
    return slots.find((slot) => slot.querySelector(".gs-ring")) ?? slots[0];
  };

  function token(company) {
    const known = document.querySelector(`[data-board] .gs-roundel[data-company="${CSS.escape(company)}"]`);
    return known ? withoutIds(known.cloneNode(true)) : null;
  }

  // --- what an answer would bring about

  let foreseen = new Map();
  async function foresee(button, where, still) {
    if (isPuzzle) return;
    const form = button.form;
    const key = `${table.dataset.ply}.${table.dataset.undos}.${button.value}`;
    if (!foreseen.has(key)) {
      foreseen.set(
        key,
        fetch(`${base}/preview`, {
          method: "POST",
          body: new URLSearchParams(new FormData(form, button)),
          headers: { accept: "application/json" },
        })
          .then((answer) => (answer.ok ? answer.json() : { lines: [] }))
          .then(
            (answer) =>
              answer.lines
                // The card says it already.
                .filter((line) => line !== button.dataset.power)
                .slice(0, 6)
                .join(" ")
                .replace(/([。：！？]) /g, "$1"),
            () => "",
          ),
      );
    }
    const lines = await foreseen.get(key);
    if (still()) where.textContent = lines;
  }
  const KINDS = ["PayDividend", "SellShares", "BuyShare", "BuyTrain", "StartCompany", "SetPar", "DiscardTrain"];
  const FORESEEN = KINDS.map((kind) => `[data-part] button[name=action][data-kind=${kind}]`).join();
  const place = document.querySelector("[data-foreseen]");
  let looking = null;
  const look = (target) => {
    const button = target.closest?.(FORESEEN) ?? null;
    if (button === looking) return;
    looking = button;
    if (!button) {
      setTimeout(() => {
        if (!looking) place.textContent = "";
      }, 600);
      return;
    }
    setTimeout(() => {
      if (looking === button && button.isConnected && !button.disabled) foresee(button, place, () => looking === button);
    }, 150);
  };
  // The place for it is reserved as long as there is something to foresee; a thumb cannot hover.
  const reserve = () => {
    place.hidden = isPuzzle || !document.querySelector(FORESEEN);
  };
  document.addEventListener("pointerover", (event) => {
    if (event.pointerType !== "touch") look(event.target);
  });
  document.addEventListener("focusin", (event) => {
    if (event.target.matches(":focus-visible")) look(event.target);
  });

  // --- turning, confirming

  function turn(step) {
    if (!choice) return;
    const many = choice.groups[choice.group].length;
    choice.turn = (choice.turn + step + many) % many;
    drawTrial();
  }
  function next(step) {
    choice.group = (choice.group + step + choice.groups.length) % choice.groups.length;
    choice.turn = 0;
    drawTrial();
  }
  function confirm() {
    const button = chosen();
    if (button) button.form.requestSubmit(button);
  }
  box.querySelector("[data-turn]").addEventListener("click", () => turn(1));
  for (const button of box.querySelectorAll("[data-cancel], [data-close]")) button.addEventListener("click", close);
  box.querySelector("[data-confirm]").addEventListener("click", confirm);

  function pick(target, byKey) {
    const hex = target.closest(".gs-hex")?.dataset.hex;
    if (!hex) return;
    if (choice?.hex === hex && choice.place === undefined) {
      turn(1);
      return;
    }
    const place =
      target.closest("[data-place]")?.dataset.place ??
      shape(hex).querySelector("[data-place] .gs-ring")?.closest("[data-place]").dataset.place;
    const opened = (place !== undefined && openPlace(place, hex)) || openHex(hex);
    if (!opened) {
      if (document.querySelector(".question").dataset.asks) explain(hex);
      else close();
    } else if (byKey) box.querySelector(choice.place === undefined ? ".fit" : "[data-confirm]").focus();
  }
  document.addEventListener("click", (event) => {
    if (event.target.closest("[data-board]")) pick(event.target, false);
  });
  // A double click zooms, unless there is something to build.
  document.addEventListener("dblclick", (event) => {
    if (event.target.closest("[data-board]") && !choice) close();
  });
  document.addEventListener("keydown", (event) => {
    if (event.target.matches("input, select, textarea")) return;
    const onFit = event.target.closest(".fit");
    const onHex = event.target.closest("[data-board] .gs-hex")?.dataset.hex;
    if (
      choice &&
      event.key === "Enter" &&
      (onFit?.ariaPressed === "true" || onHex === choice.hex || event.target === document.body)
    ) {
      event.preventDefault();
      confirm();
    } else if (choice && (event.key === "ArrowLeft" || event.key === "ArrowRight")) {
      event.preventDefault();
      next(event.key === "ArrowLeft" ? -1 : 1);
      if (onFit) box.querySelectorAll(".fit")[choice.group].focus();
    } else if ((event.key === "Enter" || event.key === " ") && event.target.closest("[data-board] [tabindex]")) {
      event.preventDefault();
      pick(event.target, true);
    } else if (choice && (event.key === "r" || event.key === "R")) turn(event.shiftKey ? -1 : 1);
    else if (!box.hidden && event.key === "Escape") {
      const hex = choice?.hex;
      event.preventDefault();
      close();
      if (hex) shape(hex)?.focus();
    }
  });
  document.addEventListener(
    "wheel",
    (event) => {
      if (!choice || event.target.closest?.(".gs-hex")?.dataset.hex !== choice.hex) return;
      event.preventDefault();
      turn(Math.sign(event.deltaY) || 1);
    },
    { passive: false },
  );
  // A swipe over the chooser shows the next tile; on the board it pans, in the row of tiles it scrolls.
  let touch = null;
  box.addEventListener(
    "touchstart",
    (event) => {
      touch = choice && !event.target.closest("[data-fits]") && event.touches.length === 1 ? event.touches[0].clientX : null;
    },
    { passive: true },
  );
  box.addEventListener("touchend", (event) => {
    if (touch === null || !choice) return;
    const way = event.changedTouches[0].clientX - touch;
    if (Math.abs(way) > 40 && choice.groups.length > 1) next(way < 0 ? 1 : -1);
    touch = null;
  });

  table.addEventListener("table:changed", (event) => {
    reserve();
    if (event.detail.moved) {
      looking = null;
      place.textContent = "";
      foreseen = new Map();
      close();
    } else if (choice) {
      if (!chosen().isConnected) close();
      else if (!document.querySelector(".gs-trial")) drawTrial();
    }
  });
  // What lies over the board goes with it.
  table.addEventListener("table:view", () => {
    if (!box.hidden && !document.querySelector("[data-board]").getClientRects().length) close();
  });
  table.addEventListener("table:full", () => choice && nearer(choice.hex));
  reserve();
}
