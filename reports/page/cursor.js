"use strict";
/** A time that is pointed at in the plot, by mouse or arrow keys: the list then tells how many each line has by then. */
const cursor = (() => {
  const { byId, seconds } = dom;
  const STEP = 10 ** 0.1; // ten steps a decade
  let plot = null, time = null, listening = false;

  /** The plot was drawn anew. */
  function over(drawn) {
    plot = drawn;
    time = null;
    if (listening) return;
    listening = true;
    const curves = byId("curves");
    curves.addEventListener("mousemove", (event) => {
      const picture = curves.querySelector("svg");
      if (!picture) return;
      const [left, right] = [plot.x(plot.low), plot.x(plot.high)];
      const share = (event.clientX - picture.getBoundingClientRect().left - left) / (right - left);
      move(plot.low * (plot.high / plot.low) ** Math.min(1, Math.max(0, share)));
      cactus.highlight(event.target.dataset?.name ?? null);
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
    tell((each) => `${each.solved}/${each.ran}${each.ran < plot.total ? "†" : ""}`);
    byId("curves").querySelector(".cursor")?.setAttribute("visibility", "hidden");
    delete byId("lines").dataset.time;
    cactus.highlight(null);
  }

  function tell(words) {
    plot.lines.forEach((each, place) => {
      byId("lines").children[place].querySelector(".number").textContent = words(each);
    });
  }

  return { over };
})();
