/** A time in the plot, chosen by mouse or arrow keys; the list tells how many cases each curve has solved by then. */
import { byId } from "../base/dom.js";
import { seconds } from "../base/format.js";

const STEP = 10 ** 0.1; // of an arrow key, as a factor
let plot = null, time = null, highlight = null;

/** To be called when the plot was drawn anew; `light(name)` makes a curve stand out, or with null none. */
export function over(drawn, light) {
  plot = drawn;
  time = null;
  if (!highlight) listen(byId("curves"));
  highlight = light;
}

function listen(curves) {
  curves.addEventListener("mousemove", (event) => {
    const picture = curves.querySelector("svg");
    if (!picture) return;
    const [left, right] = [plot.x(plot.low), plot.x(plot.high)];
    const share = (event.clientX - picture.getBoundingClientRect().left - left) / (right - left);
    move(plot.low * (plot.high / plot.low) ** Math.min(1, Math.max(0, share)));
    highlight(event.target.dataset?.name ?? null);
  });
  curves.addEventListener("mouseleave", leave);
  curves.addEventListener("blur", leave);
  curves.addEventListener("keydown", (event) => {
    if (event.key === "Escape") return leave();
    if (event.key !== "ArrowLeft" && event.key !== "ArrowRight") return;
    event.preventDefault();
    const next = (time ?? Math.sqrt(plot.low * plot.high)) * (event.key === "ArrowLeft" ? 1 / STEP : STEP);
    move(Math.min(plot.high, Math.max(plot.low, next)));
  });
}

function move(to) {
  time = to;
  tell((each) => `${each.times.filter((rise) => rise <= time).length}`);
  const line = byId("curves").querySelector(".cursor");
  if (!line) return;
  for (const side of ["x1", "x2"]) line.setAttribute(side, plot.x(time));
  line.setAttribute("visibility", "visible");
  byId("lines").dataset.time = `within ${seconds(time)} s`;
}

function leave() {
  time = null;
  tell((each) => total(each, plot));
  byId("curves").querySelector(".cursor")?.setAttribute("visibility", "hidden");
  delete byId("lines").dataset.time;
  highlight(null);
}

/** How many of its runs a curve's configuration solved; a dagger where it did not run on all cases. */
export const total = (each, { total: cases }) => `${each.solved}/${each.ran}${each.ran < cases ? "†" : ""}`;

function tell(words) {
  plot.lines.forEach((each, place) => {
    byId("lines").children[place].querySelector(".number").textContent = words(each);
  });
}
