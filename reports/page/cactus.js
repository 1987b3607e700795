"use strict";
/** How many cases each configuration solves within a time: steps on a logarithmic axis, lines that can be switched off. */
const cactus = (() => {
  const { el, svg, byId, seconds } = dom;
  const FLOOR = 0.001; // shorter times are drawn as this (style.FLOOR_S)
  const HEIGHT = 340;
  const EDGE = { left: 52, right: 12, top: 8, bottom: 34 };
  const BEST = { name: "virtual best", colour: "#555555", dash: [], best: true };
  let shown, plot;

  function mount() {
    byId("cactus").hidden = false;
    new ResizeObserver(() => shown && draw()).observe(byId("curves"));
    state.listen((now, before) => now.off !== before.off && shown && draw());
  }

  function show(view) {
    shown = view;
    draw();
  }

  /** The curves that are on, the virtual best of them first; all with the times at which they rise, ascending. */
  function curves() {
    const off = new Set(state.get().off);
    const total = shown.cases.length;
    const { family } = state.get();
    const dash = (each) => each.dashes[family] ?? Object.values(each.dashes)[0];
    const all = cells.ranking(shown).map(
      ([each, sum]) => ({ ...each, ...sum, dash: dash(each), on: !off.has(each.name) }));
    const lists = new Map(all.map((each) => [each.place, []]));
    for (const cell of shown.list) lists.get(cell.configuration.place).push(cell);
    for (const each of all) each.times = rises(lists.get(each.place));
    const on = all.filter((each) => each.on);
    if (on.length < 2) return all;
    const best = cells.virtualBest(on.flatMap((each) => lists.get(each.place)));
    const times = rises(best);
    return [{ ...BEST, times, ran: best.length, solved: times.length, on: true, total }, ...all];
  }

  const rises = (list) =>
    list.filter((cell) => cell.solved).map((cell) => Math.max(FLOOR, cell.time)).sort((a, b) => a - b);

  function draw() {
    const lines = curves();
    const total = shown.cases.length;
    const ran = shown.list.filter((cell) => cell.ran);
    const limit = ran.reduce((most, cell) => Math.max(most, cell.limit), 0);
    const fastest = ran.reduce((least, cell) => Math.min(least, cell.charged), limit);
    const width = Math.max(320, byId("curves").clientWidth);
    plot = { lines, total, limit, low: Math.max(FLOOR, fastest) * 0.7, high: limit * 1.6, width };
    const decades = Math.log(plot.high / plot.low);
    const [across, down] = [width - EDGE.left - EDGE.right, HEIGHT - EDGE.top - EDGE.bottom];
    plot.x = (time) => EDGE.left + across * Math.log(time / plot.low) / decades;
    plot.y = (number) => HEIGHT - EDGE.bottom - down * number / (total * 1.04);
    const empty = !lines.some((each) => each.solved);
    byId("cactus-words").textContent = sentence(lines, total, empty);
    byId("curves").replaceChildren(empty ? el("p", { class: "none" }, "Nothing to draw.") : picture(lines));
    byId("lines").replaceChildren(...lines.map(entry));
    cursor.over(plot);
  }

  function sentence(lines, total, empty) {
    if (empty) return "None of the runs shown reached its goal.";
    const [top, best] = [lines.find((each) => each.on && !each.best), lines.find((each) => each.best)];
    if (!top) return "All configurations are switched off.";
    if (!best) return `${top.name} solved ${top.solved} of the ${dom.count(top.ran, "case")} that it ran.`;
    const ties = lines.filter((each) => each.on && !each.best && each.solved === top.solved).length - 1;
    const alike = lines.filter((each) => each.on && each.solved === top.solved).every((each) => each.ran === total);
    const also = ties ? ` (as did ${dom.count(ties, "other")}${alike ? ", in more time in all" : ""})` : "";
    const most = `${top.name} solved the most, ${top.solved} of ${total}${also}.`;
    const gain = best.solved - top.solved;
    const more = gain ? `, ${gain} more than any single one` : "";
    const on = lines.filter((each) => each.on && !each.best).length;
    return `${most} The virtual best of the ${on} shown reaches ${best.solved}${more}.`;
  }

  function picture(lines) {
    const { x, y, low, high, limit, width, total } = plot;
    const marks = [];
    for (let power = Math.ceil(Math.log10(low)); 10 ** power <= high; power++) marks.push(10 ** power);
    const step = Math.max(1, Math.ceil(total / 8));
    const heights = Array.from({ length: Math.floor(total / step) + 1 }, (_, number) => number * step);
    const [floor, top] = [HEIGHT - EDGE.bottom, EDGE.top];
    const rule = (x1, y1, x2, y2, kind = "rule") => svg("line", { class: kind, x1, y1, x2, y2 });
    const text = (words, x, y, anchor = "middle") => svg("text", { x, y, "text-anchor": anchor }, words);
    const side = text(`cases solved (of ${total})`, -(floor + top) / 2, 12);
    side.setAttribute("transform", "rotate(-90)");
    const about = { role: "img", "aria-labelledby": "cactus-title cactus-words" };
    return svg("svg", { viewBox: `0 0 ${width} ${HEIGHT}`, height: HEIGHT, ...about },
      ...marks.map((mark) => rule(x(mark), floor, x(mark), top)),
      ...heights.map((mark) => rule(EDGE.left, y(mark), width - EDGE.right, y(mark))),
      ...marks.map((mark) => text(String(+mark.toPrecision(1)), x(mark), floor + 14)),
      ...heights.map((mark) => text(String(mark), EDGE.left - 6, y(mark) + 4, "end")),
      side,
      rule(x(limit), floor, x(limit), top, "limit"),
      text(`time (s); dotted: the limit of ${seconds(limit)} s`, (EDGE.left + width) / 2, HEIGHT - 4),
      ...lines.filter((each) => each.on && each.solved).map(curve),
      svg("line", { class: "cursor", y1: floor, y2: top, visibility: "hidden" }));
  }

  function curve(each) {
    const { x, y, limit } = plot;
    let path = `M${x(each.times[0]).toFixed(1)} ${y(0).toFixed(1)}`;
    each.times.forEach((time, number) => {
      path += `H${x(time).toFixed(1)}V${y(number + 1).toFixed(1)}`;
    });
    path += `H${x(Math.max(limit, each.times.at(-1))).toFixed(1)}`;
    return svg("path", {
      d: path, class: each.best ? "curve best" : "curve", stroke: dom.line(each.colour), "data-name": each.name,
      "stroke-dasharray": each.dash.map((length) => length * 1.4).join(" ") || null,
    }, svg("title", {}, each.name));
  }

  /** A line's entry in the list: switches it, and names it while it is pointed at. */
  function entry(each) {
    const sample = svg("svg", { width: 26, height: 8, "aria-hidden": "true" }, svg("path", {
      d: "M0 4H26", stroke: dom.line(each.colour), class: each.best ? "curve best" : "curve",
      "stroke-dasharray": each.dash.map((length) => length * 1.4).join(" ") || null,
    }));
    const partial = each.ran < plot.total ? "†" : "";
    const number = el("span", { class: "number" }, `${each.solved}/${each.ran}${partial}`);
    const content = [sample, number, el("span", { class: "name", style: { color: dom.letters(each.colour) } }, each.name)];
    const light = (on) => highlight(on ? each.name : null);
    const listeners = {
      onmouseenter: () => light(true), onmouseleave: () => light(false),
      onfocus: () => light(true), onblur: () => light(false),
    };
    if (each.best) return el("div", { class: "line", ...listeners }, ...content);
    return el("button", {
      type: "button", class: "line", "aria-pressed": String(each.on), title: each.name, ...listeners,
      onclick: () => {
        const order = [...byId("lines").children].findIndex((child) => child === document.activeElement);
        state.toggle("off", each.name);
        refocus(each.name, order);
      },
    }, ...content);
  }

  /** The list was drawn anew; the keyboard stays where it was. */
  function refocus(name, order) {
    if (order < 0) return;
    [...byId("lines").querySelectorAll("button")].find((button) => button.title === name)?.focus();
  }

  function highlight(name) {
    for (const path of byId("curves").querySelectorAll(".curve")) {
      path.classList.toggle("faded", name !== null && path.dataset.name !== name);
      path.classList.toggle("strong", path.dataset.name === name);
    }
  }

  return { mount, show, highlight };
})();
