/** Draws a scene with many faces while it moves: a canvas is much faster than SVG, but takes no clicks and no print. */
import { projection } from "./camera.js";
import { CUT, EDGE, SEAM, backToFront } from "./faces.js";
import { VIEW, axisLabels, frame, layerLabels, tones } from "./scenery.js";

const FAINT = 0.6; // the opacity of lines beside the pieces

/** Returns a function that draws on a canvas over an SVG what the SVG would show, without the names of pieces. */
export function painter(canvas, svg) {
  const brush = canvas.getContext("2d", { alpha: false });

  return (scene) => {
    const unit = fitted(canvas, svg, brush, scene.paper);
    const project = projection(scene.camera, scene.scale, scene.box);
    const place = ([x, y]) => brush.setTransform(unit.a, 0, 0, unit.a, unit.x + unit.a * x, unit.y + unit.a * y);
    place(scene.shift);
    brush.lineJoin = brush.lineCap = "round";
    const { behind, front } = frame(scene, project);
    brush.strokeStyle = brush.fillStyle = scene.ink;
    lines(behind, [3, 5]);
    backToFront(scene.tree, scene.camera.eye, (group) => faces(group, project, scene));
    brush.strokeStyle = brush.fillStyle = scene.ink;
    lines(front, []);
    labels(layerLabels(scene, project));
    place([0, 0]);
    labels(axisLabels(scene.camera));
  };

  function faces(group, project, scene) {
    const { pale, fill, seam } = tones(group, scene);
    const seen = group.faces.map(({ corners, kinds }) => [corners.map(project), kinds]);
    brush.beginPath();
    for (const [corners] of seen) {
      corners.forEach(([x, y], at) => (at ? brush.lineTo(x, y) : brush.moveTo(x, y)));
      brush.closePath();
    }
    brush.fillStyle = fill;
    brush.fill();
    sides(seen, CUT, fill, 1); // closes the gap to the face that it was cut from
    sides(seen, SEAM, seam, 1);
    brush.globalAlpha = pale ? FAINT : 1; // as in the style sheet
    sides(seen, EDGE, pale ? scene.ink : "#111", pale ? 1.4 : 2.2);
    brush.globalAlpha = 1;
  }

  function sides(seen, kind, colour, width) {
    let any = false;
    for (const [corners, kinds] of seen) {
      for (let side = 0; side < 4; side++) {
        if (kinds[side] !== kind) continue;
        if (!any) brush.beginPath();
        any = true;
        brush.moveTo(...corners[side]);
        brush.lineTo(...corners[(side + 1) % 4]);
      }
    }
    if (!any) return;
    brush.strokeStyle = colour;
    brush.lineWidth = width;
    brush.stroke();
  }

  function lines(path, dashes) {
    if (!path) return;
    brush.globalAlpha = FAINT;
    brush.lineWidth = 1.4;
    brush.setLineDash(dashes);
    brush.stroke(new Path2D(path));
    brush.setLineDash([]);
    brush.globalAlpha = 1;
  }

  function labels(found) {
    brush.font = "24px system-ui, sans-serif";
    brush.textBaseline = "middle";
    for (const { at, text, anchor, line } of found) {
      lines(line, []);
      brush.textAlign = anchor === "middle" ? "center" : anchor;
      brush.fillText(text, ...at);
    }
  }
}

/** Makes the canvas as large as the SVG, and blank. Returns `a`, the pixels per unit, and the place of the middle. */
function fitted(canvas, svg, brush, paper) {
  const [wide, high] = [svg.clientWidth, svg.clientHeight];
  const ratio = window.devicePixelRatio;
  const [width, height] = [wide, high].map((length) => Math.round(length * ratio));
  if (canvas.width !== width) canvas.width = width;
  if (canvas.height !== height) canvas.height = height;
  brush.setTransform(1, 0, 0, 1, 0, 0);
  brush.fillStyle = `rgb(${paper})`;
  brush.fillRect(0, 0, width, height);
  return { a: ratio * Math.min(wide / VIEW.width, high / VIEW.height), x: width / 2, y: height / 2 };
}
