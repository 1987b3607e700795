/** What stands beside the picture: a sentence about its state, the controls, and the list of pieces. */
import { el, svg } from "../base/dom.js";
import { VIEW } from "./scenery.js";
import { STYLE } from "./style.js";
import { sentence, size } from "./words.js";

const KEYS = [
  ["arrow keys", "turn"], ["Shift + arrow keys", "shift"], ["+", ""], ["−", "zoom"], ["PgUp", ""],
  ["PgDn", "explode"], ["n", "take out"], ["p", "put back"], ["h", "hide"], ["Esc", "no highlight"], ["0", "reset"],
];

/** Builds everything in root. act: what the controls call; returns {picture, canvas, update(state), show(piece)}. */
export function controls(root, { title, pieces, labels }, act) {
  const picture = svg("svg", {
    viewBox: [-VIEW.width / 2, -VIEW.height / 2, VIEW.width, VIEW.height].join(" "), tabindex: 0, role: "application",
    "aria-roledescription": "3-D view", "aria-label": title, "aria-describedby": "help",
  });
  const canvas = el("canvas", { hidden: true, "aria-hidden": "true" });
  const out = button("Take out a piece", act.takeOut);
  const back = button("Put back", act.putBack);
  const explode = el("input", {
    type: "range", min: 0, max: 100, value: 0, "aria-label": "Explode",
    oninput: () => act.explode(Number(explode.value)),
  });
  const names = el("input", { type: "checkbox", checked: true, onchange: () => act.names(names.checked) });
  const zoom = [
    button("−", () => act.zoom(1 / 1.2), { "aria-label": "Zoom out" }),
    button("+", () => act.zoom(1.2), { "aria-label": "Zoom in" }),
  ];
  const chosen = el("span");
  const hide = button("Hide", act.hide);
  const status = el("p", { class: "status", "aria-live": "polite" });
  const rows = pieces.map((piece, index) => pieceRow(piece, labels[index], index, act));
  const bar = (...content) => el("div", { class: "row controls" }, ...content);

  root.replaceChildren(
    el("style", {}, STYLE),
    el("figure", {},
      el("figcaption", {}, title),
      el("div", { class: "stage" }, picture, canvas),
      el("div", { class: "panel" },
        status,
        el("div", { class: "row chosen", "aria-live": "polite" }, chosen, hide),
        bar(out, back),
        bar(el("label", {}, "Explode"), explode),
        bar("Zoom", ...zoom, el("label", {}, names, "Names"), button("Reset", act.reset)),
        el("ul", { "aria-label": "Pieces" }, ...rows.map(({ item }) => item)),
        el("p", { class: "help", id: "help" }, ...help()))));

  function update(state) {
    explode.value = state.explode;
    explode.setAttribute("aria-valuetext", `${state.explode} %`);
    names.checked = state.names;
    out.disabled = !state.plan.steps.length;
    back.disabled = !state.away.length;
    status.textContent = sentence(state, labels);
    const away = new Set(state.away.map(({ piece }) => piece));
    const { highlighted } = state;
    const none = highlighted === null;
    hide.hidden = none;
    hide.textContent = away.has(highlighted) ? "Show" : "Hide";
    chosen.className = none ? "prompt" : "";
    chosen.textContent = none ? "Drag to turn it. Click a piece to highlight it."
      : `Piece ${labels[highlighted]}: ${size(pieces[highlighted])}`;
    rows.forEach(({ item, press, shown }, index) => {
      item.className = away.has(index) ? "away" : "";
      press.setAttribute("aria-pressed", highlighted === index);
      shown.checked = !away.has(index);
    });
  }
  return { picture, canvas, update, show: (index) => rows[index].item.scrollIntoView({ block: "nearest" }) };
}

function pieceRow(piece, label, index, act) {
  const swatch = el("span", { class: "swatch", style: { background: piece.colour } });
  const press = button("", () => act.highlight(index));
  press.append(swatch, el("span", { class: "name" }, label), size(piece));
  const shown = el("input", { type: "checkbox", "aria-label": `Show ${label}`, onchange: () => act.toggle(index) });
  return { item: el("li", {}, press, shown), press, shown };
}

function help() {
  const words = KEYS.flatMap(([key, what]) => [el("kbd", {}, key), what ? ` ${what}, ` : " "]);
  return ["In the picture: drag or ", ...words.slice(0, -1), " reset; the wheel zooms."];
}

function button(text, press, attributes = {}) {
  return el("button", { type: "button", ...attributes, onclick: () => press() }, text);
}
