"use strict";
/** What stands beside the picture: what is to be said, the controls, and the list of pieces. */
const viewerControls = (() => {
  const { VIEW } = viewerDraw;
  const MANY = 12; // names in a sentence; of longer lists the rest is counted
  const KEYS = [
    ["arrow keys", "turn"],
    ["Shift + arrow keys", "shift"],
    ["+", ""],
    ["−", "zoom"],
    ["PgUp", ""],
    ["PgDn", "explode"],
    ["n", "take out"],
    ["p", "put back"],
    ["h", "hide"],
    ["Esc", "no highlight"],
    ["0", "reset"],
  ];

  /** Builds everything in root. act: what the controls call; returns {svg, canvas, update(state), show(piece)}. */
  function controls(root, { title, pieces, labels }, act) {
    const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    const size = [-VIEW.width / 2, -VIEW.height / 2, VIEW.width, VIEW.height];
    const about = { viewBox: size.join(" "), tabindex: 0, role: "application", "aria-roledescription": "3-D view" };
    const words = { "aria-label": title, "aria-describedby": "help" };
    for (const [name, value] of Object.entries({ ...about, ...words })) svg.setAttribute(name, value);

    const canvas = element("canvas", { hidden: "", "aria-hidden": "true" });
    const out = button("Take out a piece", act.takeOut);
    const back = button("Put back", act.putBack);
    const explode = element("input", { type: "range", min: 0, max: 100, value: 0 });
    explode.addEventListener("input", () => act.explode(Number(explode.value)));
    const names = element("input", { type: "checkbox", checked: "" });
    names.addEventListener("change", () => act.names(names.checked));
    const zoom = [button("−", () => act.zoom(1 / 1.2)), button("+", () => act.zoom(1.2))];
    zoom.forEach((each, index) => each.setAttribute("aria-label", index ? "Zoom in" : "Zoom out"));

    const chosen = element("span", {});
    const hide = button("Hide", act.hide);
    const status = element("p", { class: "status", "aria-live": "polite" });
    const rows = pieces.map((piece, index) => pieceRow(piece, labels[index], index, act));

    root.replaceChildren(
      element("style", {}, viewerStyle),
      element(
        "figure",
        {},
        element("figcaption", {}, title),
        element("div", { class: "stage" }, svg, canvas),
        element(
          "div",
          { class: "panel" },
          status,
          element("div", { class: "row chosen", "aria-live": "polite" }, chosen, hide),
          element("div", { class: "row controls" }, out, back),
          element("div", { class: "row controls" }, element("label", {}, "Explode"), explode),
          element(
            "div",
            { class: "row controls" },
            "Zoom",
            ...zoom,
            element("label", {}, names, "Names"),
            button("Reset", act.reset),
          ),
          element("ul", { "aria-label": "Pieces" }, ...rows.map(({ item }) => item)),
          element("p", { class: "help", id: "help" }, ...help()),
        ),
      ),
    );
    explode.setAttribute("aria-label", "Explode");

    function update(state) {
      explode.value = state.explode;
      explode.setAttribute("aria-valuetext", `${state.explode} %`);
      names.checked = state.names;
      out.disabled = !state.plan.steps.length;
      back.disabled = !state.away.length;
      status.textContent = sentence(state, pieces, labels);
      const away = new Set(state.away.map(({ piece }) => piece));
      const { highlighted } = state;
      hide.hidden = highlighted === null;
      hide.textContent = away.has(highlighted) ? "Show" : "Hide";
      chosen.className = highlighted === null ? "prompt" : "";
      chosen.textContent =
        highlighted === null
          ? "Drag to turn it. Click a piece to highlight it."
          : `Piece ${labels[highlighted]}: ${cellsOf(pieces[highlighted])}`;
      rows.forEach(({ item, press, shown }, index) => {
        item.className = away.has(index) ? "away" : "";
        press.setAttribute("aria-pressed", highlighted === index);
        shown.checked = !away.has(index);
      });
    }
    return { svg, canvas, update, show: (index) => rows[index].item.scrollIntoView({ block: "nearest" }) };
  }

  /** What was taken out last, what is left, and what interlocks. */
  function sentence({ away, plan }, pieces, labels) {
    const last = away.at(-1);
    const left = pieces.length - away.length;
    const parts = [];
    if (last) parts.push(`${labels[last.piece]} ${last.way ? `came out ${direction(last.way)}` : "is hidden"}.`);
    parts.push(`${left} of ${pieces.length} pieces in the box.`);
    if (plan.locked.length) {
      const held = listed(plan.locked.map((index) => labels[index]));
      const then = plan.steps.length ? "will be left: they interlock" : "interlock";
      parts.push(`${held} ${then}, none comes out by one straight move. Explode them instead.`);
    } else if (left) {
      parts.push(`Next out: ${labels[plan.steps[0].piece]}, ${direction(plan.steps[0].way)}.`);
    }
    return parts.join(" ");
  }

  /** In words: "upwards", "along +x". */
  function direction(way) {
    if (way[2]) return way[2] > 0 ? "upwards" : "downwards";
    const axis = way[0] ? 0 : 1;
    return `along ${way[axis] > 0 ? "+" : "−"}${"xy"[axis]}`;
  }

  /** A name for each piece; where several have one name, they are numbered. */
  function labelled(pieces) {
    const totals = new Map(),
      seen = new Map();
    for (const { name } of pieces) totals.set(name, (totals.get(name) ?? 0) + 1);
    return pieces.map(({ name }) => {
      seen.set(name, (seen.get(name) ?? 0) + 1);
      return totals.get(name) > 1 ? `${name} (${seen.get(name)} of ${totals.get(name)})` : String(name);
    });
  }

  function listed(names) {
    if (names.length > MANY) return `${names.slice(0, MANY).join(", ")} and ${names.length - MANY} more`;
    return names.length > 1 ? `${names.slice(0, -1).join(", ")} and ${names.at(-1)}` : names[0];
  }

  function cellsOf({ cells }) {
    return `${cells.length} ${cells.length === 1 ? "cell" : "cells"}`;
  }

  function pieceRow(piece, label, index, act) {
    const swatch = element("span", { class: "swatch" });
    swatch.style.background = piece.colour;
    const press = button("", () => act.highlight(index));
    press.append(swatch, element("span", { class: "name" }, label), cellsOf(piece));
    const shown = element("input", { type: "checkbox", "aria-label": `Show ${label}` });
    shown.addEventListener("change", () => act.toggle(index));
    return { item: element("li", {}, press, shown), press, shown };
  }

  function help() {
    const words = KEYS.flatMap(([key, what]) => [element("kbd", {}, key), what ? ` ${what}, ` : " "]);
    return ["In the picture: drag or ", ...words.slice(0, -1), " reset; the wheel zooms."];
  }

  function button(text, press) {
    const made = element("button", { type: "button" }, text);
    made.addEventListener("click", () => press());
    return made;
  }

  function element(tag, attributes, ...children) {
    const made = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
    made.append(...children);
    return made;
  }

  return { controls, labelled };
})();
