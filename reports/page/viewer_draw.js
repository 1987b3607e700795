"use strict";
/**
 * Draws a scene as SVG: sharp in print, every face an element that can be clicked, no GPU needed.
 */
const viewerDraw = (() => {
  const { EDGE, SEAM, SAME, backToFront } = viewerFaces;
  const SVG = "http://www.w3.org/2000/svg";
  // In SVG units, the origin in the middle; the box stands left of it, where its layers are named to the right.
  const VIEW = { width: 960, height: 760, left: -50 };
  const RADIUS = 390, ROOM = 340; // from the box's middle to the corners, and to the names of layers
  const SHADE = [0.85, 0.7, 1]; // of faces across x, y and z: any three that are seen together differ
  const PALE = 0.78; // how much white is mixed into what is not highlighted
  const LEAST_TEXT = 13; // smaller letters are left out

  /** Orthographic: the directions of the screen's right and up and of the viewer. yaw turns about z, pitch lifts the eye. */
  function camera(yaw, pitch) {
    const forth = [Math.sin(yaw), -Math.cos(yaw), 0];
    const mix = (level, upright) => forth.map((value, axis) => level * value + (axis === 2 ? upright : 0));
    return {
      right: [Math.cos(yaw), Math.sin(yaw), 0],
      up: mix(-Math.sin(pitch), Math.cos(pitch)),
      eye: mix(Math.cos(pitch), Math.sin(pitch)),
    };
  }

  /** SVG units a cell, so that the whole box can be seen from everywhere. */
  function fit(box) {
    const scale = (2 * RADIUS) / Math.hypot(...box);
    return box[2] > 1 ? Math.min(scale, (2 * ROOM) / Math.hypot(box[0], box[1])) : scale;
  }

  /** A function from a point of the box to the screen, the box's middle in the origin. */
  function projection({right, up}, scale, box) {
    return point => {
      let x = 0, y = 0;
      for (let axis = 0; axis < 3; axis++) {
        const from = (point[axis] - box[axis] / 2) * scale;
        x += from * right[axis];
        y -= from * up[axis];
      }
      return [x, y];
    };
  }

  /** The corners of a face in turn, and what the side from each corner to the next is. */
  function outline({axis, low, high, sides}) {
    const [i, j] = [0, 1, 2].filter(other => other !== axis);
    const corner = (atI, atJ) => {
      const point = [...low];
      point[i] = atI[i];
      point[j] = atJ[j];
      return point;
    };
    return {
      corners: [corner(low, low), corner(high, low), corner(high, high), corner(low, high)],
      kinds: [sides[2 * j], sides[2 * i + 1], sides[2 * j + 1], sides[2 * i]],
    };
  }

  /** The paths of a group of faces in one plane: {fill, seams, edges, middle}; middle: of the face that bears the name. */
  function groupPaths(group, project) {
    const paths = { fill: "", seams: "", edges: "", middle: null };
    for (const face of group.faces) {
      const {corners, kinds} = outline(face);
      const seen = corners.map(project);
      paths.fill += `M${seen.map(written).join("L")}Z`;
      kinds.forEach((kind, number) => {
        const line = `M${written(seen[number])}L${written(seen[(number + 1) % 4])}`;
        if (kind === EDGE) paths.edges += line;
        else if (kind === SEAM) paths.seams += line;
      });
      if (face.named) paths.middle = project(face.low.map((value, axis) => (value + face.high[axis]) / 2));
    }
    return paths;
  }

  /** Keeps the elements of a drawing and fills them anew for each frame. */
  function painter(svg) {
    const layers = Object.fromEntries(["behind", "faces", "front", "labels", "axes"].map(name => [name, svgElement("g", svg)]));
    for (const [name, layer] of Object.entries(layers)) layer.setAttribute("class", name);
    const kept = [];
    const entry = index => {
      if (!kept[index]) {
        const [fill, seams, edges, label] = ["path", "path", "path", "text"].map(tag => svgElement(tag, layers.faces));
        seams.setAttribute("class", "seams");
        edges.setAttribute("class", "edges");
        kept[index] = {fill, seams, edges, label};
      }
      return kept[index];
    };

    // scene: {box, tree, camera, scale, shift, shown: [{name, colour: [r, g, b]}], highlighted, names, frame}
    return scene => {
      const project = projection(scene.camera, scene.scale, scene.box);
      let used = 0;
      backToFront(scene.tree, scene.camera.eye, group => {
        const {name, colour} = scene.shown[group.piece];
        const paths = groupPaths(group, project);
        const pale = ![null, group.piece].includes(scene.highlighted);
        const {fill, seams, edges, label} = entry(used++);
        const tone = shaded(colour, SHADE[group.axis], pale ? PALE : 0);
        const rgb = `rgb(${tone})`;
        change(fill, {d: paths.fill, fill: rgb, stroke: rgb, "data-piece": group.piece});
        change(seams, {d: paths.seams});
        change(edges, {d: paths.edges, class: pale ? "edges pale" : "edges"});
        const facing = Math.abs(scene.camera.eye[group.axis]);
        const size = scene.names && paths.middle && !pale ? letterSize(name, scene.scale, facing) : 0;
        if (size) setName(label, name, paths.middle, size, tone);
        else change(label, { display: "none" });
      });
      for (const spare of kept.slice(used)) {
        for (const path of [spare.fill, spare.seams, spare.edges]) change(path, {d: ""});
        change(spare.label, {display: "none"});
      }
      const {behind, front} = scene.frame ? frame(scene.box, scene.camera.eye, project) : {behind: "", front: ""};
      setOnlyPath(layers.behind, behind);
      setOnlyPath(layers.front, front);
      setLabels(layers.labels, scene.frame ? layerLabels(scene, project) : []);
      setLabels(layers.axes, axisLabels(scene.camera));
      for (const name of ["behind", "faces", "front", "labels"]) change(layers[name], {transform: `translate(${scene.shift})`});
    };
  }

  /** Names stand upright on their faces: as large as a cell seen at this angle leaves room for, 0 where that is too small. */
  function letterSize(name, scale, facing) {
    const size = Math.min(0.5 * scale * facing, 1.1 * scale * Math.min(1, 0.5 + facing) / name.length, 44);
    return size < LEAST_TEXT ? 0 : size;
  }

  /** The edges of the box, those that it hides itself apart. */
  function frame(box, eye, project) {
    const paths = {behind: "", front: ""};
    for (const axis of [0, 1, 2]) {
      for (const [i, j] of [[0, 0], [0, 1], [1, 0], [1, 1]]) {
        const {from, to, hidden} = boxEdge(box, eye, axis, i, j);
        paths[hidden ? "behind" : "front"] += `M${written(project(from))}L${written(project(to))}`;
      }
    }
    return paths;
  }

  /** An edge of the box along an axis; i and j say on which side of the box it lies across each of the other two axes. */
  function boxEdge(box, eye, axis, i, j) {
    const [first, second] = [0, 1, 2].filter(other => other !== axis);
    const from = [0, 0, 0];
    from[first] = i * box[first];
    from[second] = j * box[second];
    const to = [...from];
    to[axis] = box[axis];
    const away = [(i ? 1 : -1) * eye[first] <= SAME, (j ? 1 : -1) * eye[second] <= SAME];
    return {from, to, hidden: away[0] && away[1]};
  }

  /** Layers are counted from the bottom, as in printed solutions; their names stand beside the rightmost upright edge. */
  function layerLabels({box, camera: {eye, up}, scale}, project) {
    const height = up[2] * scale;
    if (box[2] === 1 || height < 4) return [];
    const corners = [[0, 0], [0, box[1]], [box[0], 0], [box[0], box[1]]];
    const [x, y] = corners.reduce((best, corner) => project([...corner, 0])[0] > project([...best, 0])[0] ? corner : best);
    const step = Math.ceil(26 / height); // where layers are thin, not all are named
    const labels = [];
    for (let layer = 0; layer < box[2]; layer += step) {
      const at = project([x, y, layer + 0.5]);
      labels.push({at: [at[0] + 14, at[1]], text: `layer ${layer + 1}${layer ? "" : " (bottom)"}`, anchor: "start"});
    }
    return labels;
  }

  /** The three axes in a corner of the picture. */
  function axisLabels({right, up}) {
    const [x, y] = [70 - VIEW.width / 2, VIEW.height / 2 - 70];
    return ["x", "y", "z"].flatMap((text, axis) => {
      const length = Math.hypot(right[axis], up[axis]);
      if (length < 0.15) return [];
      const tip = by => [x + by * right[axis], y - by * up[axis]];
      return [{at: tip(36 + 14 / length), text, anchor: "middle", line: `M${x} ${y}L${written(tip(36))}`}];
    });
  }

  function setName(label, name, [x, y], size, [red, green, blue]) {
    const dark = 0.3 * red + 0.59 * green + 0.11 * blue < 105;
    const place = { x: x.toFixed(1), y: y.toFixed(1), "font-size": size.toFixed(1) };
    change(label, { ...place, fill: dark ? "#fff" : "#000", display: "inline" }, name);
  }

  function setLabels(layer, labels) {
    layer.replaceChildren();
    for (const {at: [x, y], text, anchor, line} of labels) {
      if (line) change(svgElement("path", layer), {d: line});
      change(svgElement("text", layer), {x: x.toFixed(1), y: y.toFixed(1), "text-anchor": anchor}, text);
    }
  }

  function setOnlyPath(layer, d) {
    change(layer.firstChild || svgElement("path", layer), {d});
  }

  /** Shades the colour, then mixes white into it. */
  function shaded(colour, strength, white) {
    return colour.map(value => Math.round(value * strength * (1 - white) + 255 * white));
  }

  function written([x, y]) {
    return `${x.toFixed(1)} ${y.toFixed(1)}`;
  }

  function svgElement(tag, parent) {
    return parent.appendChild(document.createElementNS(SVG, tag));
  }

  /** Set what differs from the last time. */
  function change(element, attributes, text = element.textContent) {
    for (const [name, value] of Object.entries(attributes)) {
      if (element.getAttribute(name) !== String(value)) element.setAttribute(name, value);
    }
    if (element.textContent !== text) element.textContent = text;
  }

  return { camera, fit, painter, VIEW };
})();
