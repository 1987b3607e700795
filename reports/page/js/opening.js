/** The top of the page: the campaign in words, and of a grid the scores and the picture of solver by model. */
import { byId, el, ink, letters, seconds } from "./dom.js";
import { MEANS } from "./filters.js";
import * as state from "./state.js";

/** Shows the contradictions first, then the notices, then the machines. */
export function mount(core) {
  const { summary: about } = core;
  byId("campaign").textContent = about.title;
  byId("lead").textContent = about.lead;
  byId("finding").append(...about.finding.map((each) => el("p", {}, ...prose(each))));
  byId("finding").hidden = !about.finding.length;
  const other = core.climbed ? "[data-grid]" : "[data-climbed]";
  for (const each of document.querySelectorAll(other)) each.remove();
  for (const link of document.querySelectorAll("[data-pdf]")) {
    link.hidden = !about.pdf;
    link.href = `${about.pdf}${link.dataset.pdf && `#nameddest=${link.dataset.pdf}`}`;
  }
  if (core.models) models(core.models);
  document.querySelector("[data-go=scores]")?.toggleAttribute("hidden", !core.scores.length);
  const box = byId("about");
  if (about.clashes.length) box.append(list("notice clash", "Contradictions", about.clashes));
  if (about.faulty.length) byId("finding").before(list("notice clash", "Runs that failed", about.faulty));
  if (about.notices.length) box.append(list("notice", "To know first", about.notices));
  if (about.machines.length) {
    const label = about.machines.length === 1 ? "Machine" : `${about.machines.length} machines`;
    box.append(el("p", { class: "machines" }, el("b", {}, `${label} `), about.machines.join(" · ")));
  }
  if (!core.cases.length) return;
  byId("how").hidden = false;
  byId("words").prepend(...core.outcomes.flatMap((each) => [outcome(each, core.slow), el("dd", {}, each.meaning)]));
  const colours = new Map(core.configurations.map((each) => [each.paradigm, each.colour]));
  const paradigm = ([name, hex]) => el("span", { class: "paradigm", style: { color: letters(hex) } }, name);
  byId("paradigms").append(...[...colours].map(paradigm));
  byId("legend").hidden = false;
  const fold = byId("fold");
  fold.open = !matchMedia("(max-width: 700px)").matches; // on a phone it takes two screens
  const unfold = () => (fold.open = true);
  document.querySelector("[data-go=legend]").addEventListener("click", unfold);
  window.addEventListener("beforeprint", unfold);
}

/** The table of the user's own models: a row for each, and its verdict on each problem. */
function models({ caption, header, rows }) {
  byId("models").hidden = document.querySelector("[data-go=models]").hidden = false;
  byId("models-words").textContent = caption;
  const lines = (text) => text.split("\n").map((each) => el("span", {}, each));
  const verdict = (each) => each
    ? el("td", {}, el("b", { style: { color: letters(each[1]) } }, each[0]), el("span", {}, each[2]))
    : el("td", { class: "none" }, "–");
  byId("models-table").append(el("table", { class: "scores models" },
    el("thead", {}, el("tr", {}, ...header.map((each) => el("th", { scope: "col" }, ...lines(each))))),
    el("tbody", {}, ...rows.map(([name, cells]) =>
      el("tr", {}, el("th", { scope: "row" }, name), ...cells.map(verdict))))));
}

/** A text of the PDF, in which backticks hold code. */
function prose(text) {
  return text.split("`").map((part, place) => (place % 2 ? el("code", {}, part) : part));
}

function list(kind, title, lines) {
  const heading = el("h2", {}, title);
  return el("div", { class: kind }, heading, el("ul", {}, ...lines.map((line) => el("li", {}, line))));
}

/** A sample of an outcome's cell, with the scale from fast to slow for solved runs, and the outcome's name. */
function outcome(each, slow) {
  const ramp = each.name === "solved";
  const background = ramp ? `linear-gradient(90deg, ${each.fill} 40%, ${slow})` : each.fill;
  const sample = el("span", { class: "sample", style: { background, color: ink(each.fill) } }, each.word || "0.12");
  return el("dt", {}, el("span", {}, sample, ` ${ramp ? "solved: 10 ms to limit" : each.name}`));
}

/** Shows the scores and the picture for the filters; core: the result of data.core. */
export function show(core, now) {
  scores(core, now);
  heatmap(core, now);
}

/** The table of scores: the best of each paradigm by family and goal, or all configurations of one task. */
function scores(core, now) {
  const found = tasks(core, now);
  byId("scores").hidden = !found.length;
  if (!found.length) return;
  const [one] = found;
  const single = found.length === 1;
  byId("scores-title").textContent = single ? `Scores: ${one.family}, goal ${one.goal}` : "The best of each paradigm";
  byId("scores-words").textContent =
    `Cases solved, shifted geometric mean and PAR2 in seconds of ${now.clock} time, ${MEANS[now.clock]}, over all ` +
    `cases${single ? "" : "; bold: the least PAR2 of its row; a name opens its scores"}. ${notes(found)}`;
  byId("scores-table").replaceChildren(single ? whole(one) : overview(found));
}

/** The tasks that the filters of family and goal keep, with their rows as objects. */
export function tasks({ scores, kinds, configurations }, { kind, clock, family, goal }) {
  const given = scores[Math.max(0, kinds.indexOf(kind))]?.[clock] ?? {};
  return Object.entries(given).map(([key, rows]) => {
    const [own, aim] = key.split("/");
    const named = rows.map(([place, assumed, solved, cases, complete, mean, par2]) =>
      ({ ...configurations[place], assumed, solved, cases, complete, mean, par2 }));
    return { family: own, goal: aim, rows: named };
  }).filter((each) => each.rows.length && (!family || each.family === family) && (!goal || each.goal === goal));
}

/** The best row of each paradigm in a task, by its name; a complete configuration where there is one. */
export function champions(rows) {
  const found = new Map();
  for (const row of rows) if (!found.has(row.paradigm)) found.set(row.paradigm, row);
  return found;
}

function notes(found) {
  const rows = found.flatMap((each) => each.rows);
  return [
    rows.some((row) => row.assumed) && "§ some cases were given up and count as unsolved.",
    rows.some((row) => !row.complete) && "† did not run on every case: not to be compared with the others.",
  ].filter(Boolean).join(" ");
}

const solved = (row) => `${row.solved}/${row.cases}${row.assumed ? " §" : ""}${row.complete ? "" : " †"}`;
const name = (row) => el("span", { class: "name", style: { color: letters(row.colour) } }, row.name);

function overview(found) {
  const paradigms = [...new Set(found.flatMap(({ rows }) => rows).sort((a, b) => a.reference - b.reference)
    .map((row) => row.paradigm))];
  const lines = found.map(({ family, goal, rows }) => {
    const own = champions(rows);
    const first = rows.find((row) => !row.reference && row.complete);
    const choose = el("button", { type: "button", onclick: () => state.set({ family, goal }) }, `${family}, ${goal}`);
    return el("tr", {}, el("th", { scope: "row" }, choose), ...paradigms.map((paradigm) => {
      const row = own.get(paradigm);
      if (!row) return el("td", { class: "none" }, "–");
      return el("td", { class: row === first ? "first" : row.reference ? "reference" : null }, name(row),
        el("span", {}, solved(row)), el("span", {}, `${seconds(row.mean)} · PAR2 ${seconds(row.par2)}`));
    }));
  });
  const head = el("tr", {}, el("th", {}, "task"), ...paradigms.map((each) => el("th", { scope: "col" }, each)));
  return el("table", { class: "scores" }, el("thead", {}, head), el("tbody", {}, ...lines));
}

function whole({ rows }) {
  const head = ["configuration", "paradigm", "solved", "geometric mean", "PAR2"]
    .map((each) => el("th", { scope: "col" }, each));
  const lines = rows.map((row) => el("tr", { class: row.reference ? "reference" : null },
    el("th", { scope: "row" }, name(row)), el("td", {}, row.paradigm), el("td", {}, solved(row)),
    el("td", {}, seconds(row.mean)), el("td", {}, seconds(row.par2))));
  return el("table", { class: "scores whole" }, el("thead", {}, el("tr", {}, ...head)), el("tbody", {}, ...lines));
}

/** The picture of solver by model, of the PDF's numbers; names and cells filter the matrix. */
function heatmap({ heatmaps, kinds }, { kind, clock }) {
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
