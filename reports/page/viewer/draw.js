/** Draws a scene as SVG: sharp in print, every face an element that can be clicked, no GPU needed. */
import { svg } from "../base/dom.js";
import { projection } from "./camera.js";
import { EDGE, SEAM, backToFront } from "./faces.js";
import { axisLabels, frame, layerLabels, tones, written } from "./scenery.js";

const LEAST_TEXT = 13; // smaller letters are left out

/**
 * Returns a function that draws a scene into `picture`; it keeps the elements and fills them anew for each frame.
 * A scene: {box, tree, camera, scale, shift, shown: [{name, colour: [r, g, b]}], highlighted, names, frame}.
 */
export function painter(picture) {
  const layers = {};
  for (const name of ["behind", "faces", "front", "labels", "axes"]) {
    layers[name] = picture.appendChild(svg("g", { class: name }));
  }
  const entries = [];

  return (scene) => {
    const project = projection(scene.camera, scene.scale, scene.box);
    let used = 0;
    backToFront(scene.tree, scene.camera.eye, (group) => {
      entries[used] ??= newEntry(layers.faces);
      setGroup(entries[used++], group, groupPaths(group, project), scene);
    });
    entries.slice(used).forEach(empty);
    const { behind, front } = frame(scene, project);
    layers.behind.replaceChildren(svg("path", { d: behind }));
    layers.front.replaceChildren(svg("path", { d: front }));
    setLabels(layers.labels, layerLabels(scene, project));
    setLabels(layers.axes, axisLabels(scene.camera));
    for (const [name, layer] of Object.entries(layers)) {
      if (name !== "axes") layer.setAttribute("transform", `translate(${scene.shift})`);
    }
  };
}

/**
 * The paths of a group of faces in one plane: {fill, seams, edges, cut, middle}; cut: some sides are not drawn, because
 * a cut made them; middle: of the face that shows the piece's name, or null.
 */
export function groupPaths(group, project) {
  const paths = { fill: "", seams: "", edges: "", cut: false, middle: null };
  for (const { corners, kinds, named } of group.faces) {
    const seen = corners.map(project);
    const at = seen.map(written);
    paths.fill += `M${at[0]}L${at[1]}L${at[2]}L${at[3]}Z`;
    for (let side = 0; side < 4; side++) {
      const start = side && kinds[side] === kinds[side - 1] ? "" : `M${at[side]}`;
      const line = `${start}L${at[(side + 1) % 4]}`;
      if (kinds[side] === EDGE) paths.edges += line;
      else if (kinds[side] === SEAM) paths.seams += line;
      else paths.cut = true;
    }
    if (named) paths.middle = [(seen[0][0] + seen[2][0]) / 2, (seen[0][1] + seen[2][1]) / 2];
  }
  return paths;
}

/** The elements of a group. Few of thousands of faces have seams of their own or a name, so these come when needed. */
function newEntry(parent) {
  const kept = (tag, kind, before = null) => {
    const element = parent.insertBefore(svg(tag, { class: kind }), before);
    return { element, last: {} };
  };
  const [fill, edges] = [kept("path", null), kept("path", "edges")];
  let seams, label;
  return {
    fill,
    edges,
    seams: () => (seams ??= kept("path", "seams", edges.element)),
    label: () => (label ??= kept("text", null, edges.element.nextSibling)),
    hideSeams: () => seams && change(seams, { d: "" }),
    hideLabel: () => label && change(label, { display: "none" }),
  };
}

function setGroup(entry, group, paths, scene) {
  const { name } = scene.shown[group.piece];
  const { pale, fill, seam, letters } = tones(group, scene);
  // The faces' own strokes close the gaps between them and are their seams, unless some sides must not be seen.
  change(entry.fill, { d: paths.fill, fill, stroke: paths.cut ? fill : seam, "data-piece": group.piece });
  change(entry.edges, { d: paths.edges, class: pale ? "edges pale" : "edges" });
  if (paths.cut && paths.seams) change(entry.seams(), { d: paths.seams });
  else entry.hideSeams();
  const facing = Math.abs(scene.camera.eye[group.axis]);
  const size = scene.names && paths.middle && !pale ? letterSize(name, scene.scale, facing) : 0;
  if (size) setName(entry.label(), name, paths.middle, size, letters);
  else entry.hideLabel();
}

function setName(label, name, middle, size, fill) {
  const [x, y] = middle.map((value) => value.toFixed(1));
  change(label, { x, y, "font-size": size, fill, display: "inline" });
  if (label.last.name !== name) label.element.textContent = label.last.name = name;
}

function empty({ fill, edges, hideSeams, hideLabel }) {
  for (const path of [fill, edges]) change(path, { d: "" });
  hideSeams();
  hideLabel();
}

/** Names are as large as the cell, seen at this angle, leaves room for; 0 where that is too small to be read. */
function letterSize(name, scale, facing) {
  const size = Math.min(scale * facing * Math.min(0.5, 1.3 / name.length), 44);
  return size < LEAST_TEXT ? 0 : Math.round(size);
}

function setLabels(layer, labels) {
  layer.replaceChildren(...labels.flatMap(({ at, text, anchor, line }) => {
    const [x, y] = at.map((value) => value.toFixed(1));
    const label = svg("text", { x, y, "text-anchor": anchor }, text);
    return line ? [svg("path", { d: line }), label] : [label];
  }));
}

/** Sets the attributes that differ from the last time. */
function change({ element, last }, attributes) {
  for (const name in attributes) {
    if (last[name] !== attributes[name]) element.setAttribute(name, (last[name] = attributes[name]));
  }
}
