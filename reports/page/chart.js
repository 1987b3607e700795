"use strict";
/** A run's trace: objective and bound over time. */
const chart = (() => {
  const { el, svg, seconds } = dom;
  const [WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM] = [420, 150, 40, 60, 8, 22];
  const COLOURS = { objective: "#0072B2", bound: "#D55E00" };

  /** `trace`: times, objectives and bounds; `end`: when the run ended, in seconds. */
  function draw([times, objectives, bounds], end) {
    const series = { objective: steps(times, objectives), bound: steps(times, bounds) };
    const values = [...objectives, ...bounds].filter((value) => value !== null);
    if (!values.length) return el("p", { class: "none" }, "The trace holds no numbers.");
    const last = Math.max(end ?? 0, ...times) || 1;
    let [low, high] = [Math.min(...values), Math.max(...values)];
    if (low === high) [low, high] = [low - 1, high + 1];
    const x = (time) => LEFT + (WIDTH - LEFT - RIGHT) * time / last;
    const y = (value) => TOP + (HEIGHT - TOP - BOTTOM) * (high - value) / (high - low);
    const floor = HEIGHT - BOTTOM;
    const words = Object.entries(series).filter(([, points]) => points.length)
      .map(([name, points]) => `${name}: ${points.length} values, the last ${points.at(-1)[1]} after ${seconds(points.at(-1)[0])} s`);
    return svg("svg", { class: "trace", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": words.join("; ") },
      svg("path", { class: "axis", d: `M${LEFT} ${TOP}V${floor}H${WIDTH - RIGHT}` }),
      ...[low, high].map((value) => svg("text", { x: LEFT - 5, y: y(value) + 4, "text-anchor": "end" }, String(+value.toPrecision(4)))),
      svg("text", { x: LEFT, y: HEIGHT - 7, "text-anchor": "middle" }, "0"),
      svg("text", { x: WIDTH - RIGHT, y: HEIGHT - 7, "text-anchor": "middle" }, `${seconds(last)} s`),
      ...named(series, x, y, last));
  }

  function steps(times, values) {
    return times.map((time, place) => [time, values[place]]).filter(([, value]) => value !== null);
  }

  /** Each series as steps with dots, its name at its end; names that would meet move apart. */
  function named(series, x, y, last) {
    const ends = [];
    const drawn = Object.entries(series).filter(([, points]) => points.length).flatMap(([name, points]) => {
      const path = points.map(([time, value], place) => (place ? `H${x(time)}V${y(value)}` : `M${x(time)} ${y(value)}`)).join("");
      let height = y(points.at(-1)[1]) + 4;
      if (ends.some((other) => Math.abs(other - height) < 12)) height = ends[0] + (height > HEIGHT / 2 ? -12 : 12);
      ends.push(height);
      return [
        svg("path", { d: `${path}H${x(last)}`, class: "series", stroke: COLOURS[name] }),
        ...points.map(([time, value]) => svg("circle", { cx: x(time), cy: y(value), r: 2.2, fill: COLOURS[name] },
          svg("title", {}, `${name} ${value} after ${seconds(time)} s`))),
        svg("text", { x: x(last) + 5, y: height, fill: COLOURS[name] }, name),
      ];
    });
    return drawn;
  }

  return { draw };
})();
