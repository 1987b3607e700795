/** What mouse, fingers and keys do in the picture. */

const TURN = 0.5; // degrees per pixel
const CLICK = 5; // pixels; a pointer that moves less has clicked
const STEP = { turn: 7.5, shift: 40, explode: 5, zoom: 1.2 }; // of a key: degrees, SVG units, percent, a factor
const ARROWS = new Map([["ArrowLeft", [-1, 0]], ["ArrowRight", [1, 0]], ["ArrowUp", [0, -1]], ["ArrowDown", [0, 1]]]);
const KEYS = new Map([
  ["+", (act) => act.zoom(STEP.zoom)],
  ["=", (act) => act.zoom(STEP.zoom)], // the key of + without Shift
  ["-", (act) => act.zoom(1 / STEP.zoom)],
  ["PageUp", (act) => act.explode(STEP.explode)],
  ["PageDown", (act) => act.explode(-STEP.explode)],
  ["n", (act) => act.takeOut()],
  ["p", (act) => act.putBack()],
  ["h", (act) => act.hide()],
  ["0", (act) => act.reset()],
  ["Home", (act) => act.reset()],
  ["Escape", (act) => act.unpick()],
]);

/** Calls the functions of act; a click beside the pieces calls act.unpick. The signal ends it. */
export function gestures(svg, act, signal) {
  const how = { signal, passive: false };
  const listen = (event, listener) => svg.addEventListener(event, listener, how);
  const fingers = new Map();
  let pressed = null;

  listen("pointerdown", (event) => {
    if (event.button !== 0) return;
    svg.setPointerCapture(event.pointerId);
    fingers.set(event.pointerId, event);
    // The target is kept, because after the event it would be the host of the shadow tree.
    pressed = fingers.size === 1 ? { pointer: event.pointerId, target: event.target, way: 0 } : null;
    svg.classList.add("turning");
  });

  listen("pointermove", (event) => {
    const before = fingers.get(event.pointerId);
    if (!before) return;
    const [x, y] = [event.clientX - before.clientX, event.clientY - before.clientY];
    if (pressed) pressed.way += Math.hypot(x, y);
    if (fingers.size === 2) pinch(before, event);
    else if (event.shiftKey) act.shift(x * unit(svg), y * unit(svg));
    else act.turn(x * TURN, y * TURN);
    fingers.set(event.pointerId, event);
  });

  function pinch(before, event) {
    const other = [...fingers.values()].find(({ pointerId }) => pointerId !== event.pointerId);
    const apart = ({ clientX, clientY }) => Math.hypot(clientX - other.clientX, clientY - other.clientY);
    act.zoom(apart(event) / Math.max(1, apart(before)), point(svg, event));
  }

  for (const end of ["pointerup", "pointercancel"]) {
    listen(end, (event) => {
      if (end === "pointerup" && pressed?.pointer === event.pointerId && pressed.way < CLICK) {
        const piece = pressed.target.getAttribute("data-piece");
        if (piece === null) act.unpick();
        else act.pick(Number(piece));
      }
      fingers.delete(event.pointerId);
      pressed = null;
      if (!fingers.size) svg.classList.remove("turning");
    });
  }

  listen("wheel", (event) => {
    const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1;
    if (act.zoom(Math.exp(-event.deltaY * lines * 0.0015), point(svg, event))) event.preventDefault();
  });

  listen("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || key(event, act) === false) return;
    event.preventDefault();
    event.stopPropagation();
  });
}

/** Does what a key means; false where it means nothing here. */
export function key({ key: name, shiftKey }, act) {
  const arrow = ARROWS.get(name);
  if (arrow && shiftKey) return act.shift(...arrow.map((value) => value * STEP.shift));
  if (arrow) return act.turn(...arrow.map((value) => value * STEP.turn));
  return KEYS.has(name) ? KEYS.get(name)(act) : false;
}

/** SVG units per pixel. */
function unit(svg) {
  return 1 / svg.getScreenCTM().a;
}

/** Where a pointer is, in SVG units. */
function point(svg, { clientX, clientY }) {
  const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(svg.getScreenCTM().inverse());
  return [x, y];
}
