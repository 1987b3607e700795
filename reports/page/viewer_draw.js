"use strict";
/**
 * Draws a scene as SVG: sharp in print, every face an element that can be clicked, no GPU needed.
 */
const viewerDraw = (() => {
  const { EDGE, SEAM, SAME, backToFront, projection } = viewerFaces;
  const SVG = "http://www.w3.org/2000/svg";
  // In SVG units, the origin in the middle; the box stands left of it, where its layers are named to the right.
  const VIEW = { width: 960, height: 760, left: -50 };
  const SHADE = [0.85, 0.7, 1]; // of faces across x, y and z: any three that are seen together differ
  const SEAM_SHADE = 0.78; // of the lines between the cells of a piece
  const PALE = 0.78; // how much white is mixed into what is not highlighted
  const LEAST_TEXT = 13; // smaller letters are left out

  /**
   * The paths of a group of faces in one plane: {fill, seams, edges, cut, middle}; cut: there are sides that are not to be
   * drawn; middle: of the face that bears the name.
   */
  function groupPaths(group, project) {
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

  /** Keeps the elements of a drawing and fills them anew for each frame. */
  function painter(svg) {
    const layers = {};
    for (const name of ["behind", "faces", "front", "labels", "axes"]) {
      layers[name] = svgElement("g", svg);
      layers[name].setAttribute("class", name);
    }
    const entries = [];

    // scene: {box, tree, camera, scale, shift, shown: [{name, colour: [r, g, b]}], highlighted, names, frame}
    return (scene) => {
      const project = projection(scene.camera, scene.scale, scene.box);
      let used = 0;
      backToFront(scene.tree, scene.camera.eye, (group) => {
        entries[used] ??= newEntry(layers.faces);
        setGroup(entries[used++], group, groupPaths(group, project), scene);
      });
      entries.slice(used).forEach(empty);
      const { behind, front } = scene.frame ? frame(scene.box, scene.camera.eye, project) : { behind: "", front: "" };
      setOnlyPath(layers.behind, behind);
      setOnlyPath(layers.front, front);
      setLabels(layers.labels, scene.frame ? layerLabels(scene, project) : []);
      setLabels(layers.axes, axisLabels(scene.camera));
      for (const [name, layer] of Object.entries(layers)) {
        if (name !== "axes") layer.setAttribute("transform", `translate(${scene.shift})`);
      }
    };
  }

  /** The elements of a group: of thousands of faces few have lines of their own or a name, so these come when needed. */
  function newEntry(parent) {
    const kept = (tag, kind, before = null) => {
      const element = parent.insertBefore(document.createElementNS(SVG, tag), before);
      if (kind) element.setAttribute("class", kind);
      return { element, last: {} };
    };
    const [fill, edges] = [kept("path"), kept("path", "edges")];
    let seams, label;
    return {
      fill,
      edges,
      seams: () => (seams ??= kept("path", "seams", edges.element)),
      label: () => (label ??= kept("text", "", edges.element.nextSibling)),
      hideSeams: () => seams && change(seams, { d: "" }),
      hideLabel: () => label && change(label, { display: "none" }),
    };
  }

  function setGroup(entry, group, paths, scene) {
    const { name, colour } = scene.shown[group.piece];
    const pale = scene.highlighted !== null && scene.highlighted !== group.piece;
    const tone = shaded(colour, SHADE[group.axis], pale ? PALE : 0);
    // The faces' own strokes close the gaps between them and are their seams, unless some side is not to be seen.
    const stroke = paths.cut ? tone : tone.map((value) => Math.round(value * SEAM_SHADE));
    change(entry.fill, { d: paths.fill, fill: `rgb(${tone})`, stroke: `rgb(${stroke})`, "data-piece": group.piece });
    change(entry.edges, { d: paths.edges, class: pale ? "edges pale" : "edges" });
    if (paths.cut && paths.seams) change(entry.seams(), { d: paths.seams });
    else entry.hideSeams();
    const facing = Math.abs(scene.camera.eye[group.axis]);
    const size = scene.names && paths.middle && !pale ? letterSize(name, scene.scale, facing) : 0;
    if (size) setName(entry.label(), name, paths.middle, size, isDark(tone) ? "#fff" : "#000");
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

  /** Names stand upright, as large as a cell seen at this angle leaves room for; 0 where that is too small. */
  function letterSize(name, scale, facing) {
    const size = Math.min(scale * facing * Math.min(0.5, 1.3 / name.length), 44);
    return size < LEAST_TEXT ? 0 : Math.round(size);
  }

  /** The edges of the box, those that it hides itself apart. */
  function frame(box, eye, project) {
    const paths = { behind: "", front: "" };
    for (const axis of [0, 1, 2]) {
      for (const [i, j] of [
        [0, 0],
        [0, 1],
        [1, 0],
        [1, 1],
      ]) {
        const { from, to, hidden } = boxEdge(box, eye, axis, i, j);
        paths[hidden ? "behind" : "front"] += `M${written(project(from))}L${written(project(to))}`;
      }
    }
    return paths;
  }

  /** An edge of the box along an axis; i and j, 0 or 1: on which side of the box along each of the other two. */
  function boxEdge(box, eye, axis, i, j) {
    const [first, second] = [0, 1, 2].filter((other) => other !== axis);
    const from = [0, 0, 0];
    from[first] = i * box[first];
    from[second] = j * box[second];
    const to = [...from];
    to[axis] = box[axis];
    const away = [(i ? 1 : -1) * eye[first] <= SAME, (j ? 1 : -1) * eye[second] <= SAME];
    return { from, to, hidden: away[0] && away[1] };
  }

  /** Layers are counted from the bottom, as in printed solutions; their names stand beside the rightmost edge. */
  function layerLabels({ box, camera: { up }, scale }, project) {
    const height = up[2] * scale;
    if (box[2] === 1 || height < 4) return [];
    const corners = [
      [0, 0],
      [0, box[1]],
      [box[0], 0],
      [box[0], box[1]],
    ];
    const right = (corner) => project([...corner, 0])[0];
    const [x, y] = corners.reduce((best, corner) => (right(corner) > right(best) ? corner : best));
    const step = Math.ceil(26 / height); // where layers are thin, not all are named
    const labels = [];
    for (let layer = 0; layer < box[2]; layer += step) {
      const at = project([x, y, layer + 0.5]);
      labels.push({ at: [at[0] + 14, at[1]], text: `layer ${layer + 1}${layer ? "" : " (bottom)"}`, anchor: "start" });
    }
    return labels;
  }

  /** The three axes in a corner of the picture. */
  function axisLabels({ right, up }) {
    const [x, y] = [70 - VIEW.width / 2, VIEW.height / 2 - 70];
    return ["x", "y", "z"].flatMap((text, axis) => {
      const length = Math.hypot(right[axis], up[axis]);
      if (length < 0.15) return [];
      const tip = (by) => [x + by * right[axis], y - by * up[axis]];
      const [labelX, labelY] = tip(36 + 14 / length);
      const at = [axis === 2 ? labelX - 14 : labelX, labelY]; // z is upright: beside it, y may be too
      return [{ at, text, anchor: "middle", line: `M${x} ${y}L${written(tip(36))}` }];
    });
  }

  function setLabels(layer, labels) {
    layer.replaceChildren();
    for (const { at, text, anchor, line } of labels) {
      const [x, y] = at.map((value) => value.toFixed(1));
      if (line) svgElement("path", layer).setAttribute("d", line);
      const label = svgElement("text", layer);
      label.textContent = text;
      for (const [name, value] of Object.entries({ x, y, "text-anchor": anchor })) label.setAttribute(name, value);
    }
  }

  function setOnlyPath(layer, d) {
    (layer.firstChild ?? svgElement("path", layer)).setAttribute("d", d);
  }

  /** Shades the colour, then mixes white into it. */
  function shaded(colour, strength, white) {
    return colour.map((value) => Math.round(value * strength * (1 - white) + 255 * white));
  }

  function isDark([red, green, blue]) {
    return 0.3 * red + 0.59 * green + 0.11 * blue < 105;
  }

  /** To a tenth of a unit, much faster than toFixed. */
  function written([x, y]) {
    return `${Math.round(10 * x) / 10} ${Math.round(10 * y) / 10}`;
  }

  function svgElement(tag, parent) {
    return parent.appendChild(document.createElementNS(SVG, tag));
  }

  /** Set what differs from the last time. */
  function change({ element, last }, attributes) {
    for (const name in attributes) {
      if (last[name] !== attributes[name]) element.setAttribute(name, (last[name] = attributes[name]));
    }
  }

  /** The colours of a group's faces on a canvas, and the width of its edges; as setGroup and the style sheet have them. */
  function tones(group, scene) {
    const pale = scene.highlighted !== null && scene.highlighted !== group.piece;
    const tone = shaded(scene.shown[group.piece].colour, SHADE[group.axis], pale ? PALE : 0);
    const [fill, seam] = [tone, tone.map((value) => Math.round(value * SEAM_SHADE))].map((parts) => `rgb(${parts})`);
    return { fill, seam, edge: pale ? "#999" : "#111", width: pale ? 1.4 : 2.2 };
  }

  return { painter, VIEW, tones, frame, layerLabels, axisLabels };
})();
