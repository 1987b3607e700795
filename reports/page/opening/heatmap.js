/** The picture of solver by model, of the PDF's numbers; names and cells filter the matrix. */
import { ink, letters } from "../base/colour.js";
import { byId, el } from "../base/dom.js";
import * as state from "../base/state.js";

/** Draws the table of the machines and the clock that are chosen; core: as data.core gives it. */
export function show({ heatmaps, kinds }, { kind, clock }) {
  const found = heatmaps[Math.max(0, kinds.indexOf(kind))]?.[clock];
  byId("heatmap").hidden = !found;
  if (!found) return;
  byId("heatmap-title").textContent = found.title;
  byId("heatmap-words").textContent = `${found.sentence} Names and cells choose what the matrix shows.`;
  const first = found.families.flatMap(({ models }) => models.map((_, place) => place === 0));
  const models = found.families.flatMap((family) => family.models.map((model) => [family.name, model]));
  const begins = (place) => (place && first[place] ? "begins" : "");
  byId("heatmap-table").replaceChildren(el("table", { class: "heatmap" },
    el("thead", {},
      el("tr", {}, el("td"), ...found.families.map(({ name, title, models: own }, place) =>
        el("th", { colspan: own.length, scope: "colgroup", class: place ? "begins" : null },
          choice(title, { family: name, formulation: "", text: "" })))),
      el("tr", {}, el("td"), ...models.map(([family, model], place) =>
        el("th", { scope: "col", class: `model ${begins(place)}` },
          choice(model, { family, formulation: "", text: model.includes("_") ? `/${model}` : `_${model}` }))))),
    el("tbody", {}, ...found.rows.map((row) => line(row, found.families, models, begins)))));
}

function line({ name, colour, cells, across }, families, models, begins) {
  const label = across ? name : choice(name, { family: "", formulation: "", text: `${name.split(" ")[0]}/` });
  const header = el("th", { scope: "row", style: { color: letters(colour) } }, label);
  if (across) {
    return el("tr", {}, header, ...families.map((family, place) => el("td", {
      colspan: family.models.length, class: place ? "across begins" : "across",
    }, across[place] ?? "")));
  }
  return el("tr", {}, header, ...cells.map((cell, place) => {
    if (!cell) return el("td", { class: begins(place) });
    const [words, fill, leads, solver, formulation] = cell;
    const button = choice(words, { family: models[place][0], formulation, text: `${solver}/` },
      `${solver} with ${formulation} on ${models[place][0]}: ${words.replace("\n", ", ")}`);
    const style = { background: fill, color: ink(fill) };
    return el("td", { class: `${leads ? "first " : ""}${begins(place)}`, style }, button);
  }));
}

/** A button that filters, and leads to the matrix. */
function choice(words, filters, title) {
  return el("button", {
    type: "button", title, "aria-label": title, onclick: () => {
      state.set({ goal: "", without: [], outcome: [], ...filters });
      byId("matrix").scrollIntoView();
    },
  }, words);
}
