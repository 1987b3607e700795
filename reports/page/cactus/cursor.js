/** A time in the plots, chosen by mouse or arrow keys; the list tells how many cases each line has solved by then. */
import { byId } from "../base/dom.js";
import { seconds } from "../base/format.js";

const STEP = 10 ** 0.1; // of an arrow key, as a factor
let plots = [], range = [], lines = [], time = null, highlight = null;

/** To be called when the plots were drawn anew; `light(name)` makes a line stand out, or with null none. */
export function over(drawn, domain, list, light) {
  [plots, range, lines, time] = [drawn, domain, list, null];
  if (!highlight) listen(byId("curves"));
  highlight = light;
}

function listen(curves) {
  curves.addEventListener("mousemove", (event) => {
    const plot = plots.find(({ picture }) => picture.contains(event.target));
    if (!plot) return leave();
    move(plot.picture.scale("x").invert(event.clientX - plot.picture.getBoundingClientRect().left));
    highlight(event.target.closest(".curve")?.dataset.name ?? null);
  });
  curves.addEventListener("mouseleave", leave);
  curves.addEventListener("blur", leave);
  curves.addEventListener("keydown", (event) => {
    if (event.key === "Escape") return leave();
    if ((event.key !== "ArrowLeft" && event.key !== "ArrowRight") || !plots.length) return;
    event.preventDefault();
    move((time ?? Math.sqrt(range[0] * range[1])) * (event.key === "ArrowLeft" ? 1 / STEP : STEP));
  });
}

function move(to) {
  time = Math.min(range[1], Math.max(range[0], to));
  tell((each) => `${each.times.filter((rise) => rise <= time).length}`);
  for (const { picture } of plots) {
    const line = picture.querySelector(".cursor");
    for (const side of ["x1", "x2"]) line.setAttribute(side, picture.scale("x").apply(time));
    line.setAttribute("visibility", "visible");
  }
  byId("lines").dataset.time = `within ${seconds(time)} s`;
}

function leave() {
  time = null;
  tell(total);
  for (const { picture } of plots) picture.querySelector(".cursor").setAttribute("visibility", "hidden");
  delete byId("lines").dataset.time;
  highlight(null);
}

/** How many of its runs a line's configuration solved; a dagger where it did not run on all cases. */
export const total = ({ solved, ran, whole }) => `${solved}/${ran}${whole ? "" : "†"}`;

function tell(words) {
  lines.forEach((each, place) => {
    byId("lines").children[place].querySelector(".number").textContent = words(each);
  });
}
