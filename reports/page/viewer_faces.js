"use strict";
/**
 * The faces of displaced cubes, and an order in which they can be painted from back to front.
 *
 * Pieces that are moved apart lie at real offsets: their cubes may hide one another in a ring, or run into one another,
 * and then no order of whole cubes or faces is right. A binary space partition (Fuchs, Kedem & Naylor 1980) cuts the few
 * faces that need it; it is made once for a position of the pieces and serves every direction of view.
 */
const viewerFaces = (() => {
  const SAME = 1e-7; // coordinates that differ by less are equal
  const CUT = 0,
    SEAM = 1,
    EDGE = 2; // a side of a face: made by a cut, between two cells of a flat side, an edge
  const PLANES_TRIED = 16;
  const RADIUS = 370; // SVG units from the box's middle to its corners
  const ROOM = 325; // and to its upright edges, beside which layers are named

  /**
   * The faces of a piece that no other cell of it covers: {piece, axis, sign, low, high, sides, named}. low and high
   * are opposite corners, equal along the axis; sides[2 * axis] and sides[2 * axis + 1] tell what the sides at low and
   * high are; named: of all that lie in its plane this one bears the piece's name.
   */
  function outerFaces(cells, piece) {
    const own = new Set(cells.map(String));
    const has = (cell, axis, by) => own.has(String(beside(cell, axis, by)));
    const faces = [];
    for (const cell of cells) {
      for (const axis of [0, 1, 2]) {
        for (const sign of [-1, 1]) {
          if (has(cell, axis, sign)) continue;
          const low = [...cell];
          const high = cell.map((value) => value + 1);
          low[axis] = high[axis] = cell[axis] + (sign > 0 ? 1 : 0);
          const sides = [EDGE, EDGE, EDGE, EDGE, EDGE, EDGE];
          for (const across of [0, 1, 2]) {
            for (const by of [-1, 1]) {
              const flat = across !== axis && has(cell, across, by) && !has(beside(cell, across, by), axis, sign);
              if (flat) sides[2 * across + (by > 0 ? 1 : 0)] = SEAM;
            }
          }
          faces.push({ piece, axis, sign, low, high, sides, named: false });
        }
      }
    }
    for (const plane of together(faces, ({ axis, sign, low }) => `${axis} ${sign} ${low[axis]}`)) {
      plane[plane.length >> 1].named = true;
    }
    return faces;
  }

  function beside(cell, axis, by) {
    const next = [...cell];
    next[axis] += by;
    return next;
  }

  function movedFace(face, offset) {
    return { ...face, low: face.low.map((v, i) => v + offset[i]), high: face.high.map((v, i) => v + offset[i]) };
  }

  /** Without the pairs of whole faces that lie on each other: nobody sees them. */
  function withoutContacts(faces) {
    const place = ({ axis, low }) => `${axis} ${low.map((value) => Math.round(value * 1e6))}`;
    const inside = (found) => found.some(({ sign }) => sign > 0) && found.some(({ sign }) => sign < 0);
    return together(faces, place)
      .filter((found) => !inside(found))
      .flat();
  }

  /** A tree of planes: {axis, groups, below, above}; groups are the faces in the plane, by piece and side. */
  function partition(faces) {
    if (!faces.length) return null;
    const { axis, at } = bestPlane(faces);
    const on = [],
      below = [],
      above = [];
    for (const face of faces) {
      const low = face.low[axis] - at;
      const high = face.high[axis] - at;
      if (face.axis === axis && Math.abs(low) < SAME) on.push(face);
      else if (high < SAME) below.push(face);
      else if (low > -SAME) above.push(face);
      else {
        below.push(part(face, axis, "high", at));
        above.push(part(face, axis, "low", at));
      }
    }
    return { axis, groups: grouped(on), below: partition(below), above: partition(above) };
  }

  /** Of some planes through faces the one that cuts the fewest, then the one that divides them best. */
  function bestPlane(faces) {
    let best = null;
    const step = Math.max(1, Math.floor(faces.length / PLANES_TRIED));
    for (let index = Math.floor(step / 2); index < faces.length; index += step) {
      const axis = faces[index].axis;
      const at = faces[index].low[axis];
      let cuts = 0,
        balance = 0;
      for (const { low, high } of faces) {
        if (high[axis] - at < SAME) balance -= low[axis] - at < -SAME ? 1 : 0;
        else if (low[axis] - at > -SAME) balance += 1;
        else cuts += 1;
      }
      const cost = 8 * cuts + Math.abs(balance);
      if (!best || cost < best.cost) best = { axis, at, cost };
    }
    return best;
  }

  function part(face, axis, end, at) {
    const piece = { ...face, [end]: [...face[end]], sides: [...face.sides] };
    piece[end][axis] = at;
    piece.named &&= end === "high"; // once
    piece.sides[2 * axis + (end === "high" ? 1 : 0)] = CUT;
    return piece;
  }

  function grouped(faces) {
    return together(faces, ({ piece, sign }) => sign * (piece + 1)).map((group) => {
      const { piece, axis, sign } = group[0];
      return { piece, axis, sign, faces: group.map(outline) };
    });
  }

  /** What is to be drawn of a face: its corners in turn, and what the side from each corner to the next is. */
  function outline({ axis, low, high, sides, named }) {
    const [i, j] = [0, 1, 2].filter((other) => other !== axis);
    const corner = (atI, atJ) => {
      const point = [...low];
      point[i] = atI[i];
      point[j] = atJ[j];
      return point;
    };
    const corners = [corner(low, low), corner(high, low), corner(high, high), corner(low, high)];
    return { corners, kinds: [sides[2 * j], sides[2 * i + 1], sides[2 * j + 1], sides[2 * i]], named };
  }

  /** The faces in lists of equal keys. */
  function together(faces, key) {
    const found = new Map();
    for (const face of faces) {
      const own = key(face);
      if (!found.has(own)) found.set(own, []);
      found.get(own).push(face);
    }
    return [...found.values()];
  }

  /** Call paint(group) for the groups that face the viewer, the farthest first. eye: the direction to the viewer. */
  function backToFront(tree, eye, paint) {
    if (!tree) return;
    const [far, near] = eye[tree.axis] > 0 ? [tree.below, tree.above] : [tree.above, tree.below];
    backToFront(far, eye, paint);
    for (const group of tree.groups) if (group.sign * eye[group.axis] > SAME) paint(group);
    backToFront(near, eye, paint);
  }

  /** Where the screen's right and up and the viewer are, seen in parallel. yaw turns about z, pitch lifts the eye. */
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
  function projection({ right, up }, scale, box) {
    const [[a, b, c], [d, e, f]] = [right, up].map((way) => way.map((value) => value * scale));
    const [x, y, z] = box.map((size) => size / 2);
    return (point) => {
      const [i, j, k] = [point[0] - x, point[1] - y, point[2] - z];
      return [a * i + b * j + c * k, -(d * i + e * j + f * k)];
    };
  }

  /** How far each piece is moved away from the middle of the box: in proportion to how far its own middle is from there. */
  function explosion(pieces, box, factor) {
    return pieces.map(({ cells }) =>
      box.map((size, axis) => {
        const middle = cells.reduce((sum, cell) => sum + cell[axis] + 0.5, 0) / cells.length;
        return factor * (middle - size / 2);
      }),
    );
  }

  /** The distance of the farthest corner from the middle of the box. */
  function reach(pieces, box, offsets) {
    let most = 0;
    pieces.forEach(({ cells }, index) => {
      for (const cell of cells) {
        const apart = cell.map((value, axis) => Math.abs(value + 0.5 + offsets[index][axis] - box[axis] / 2) + 0.5);
        most = Math.max(most, Math.hypot(...apart));
      }
    });
    return most;
  }

  return {
    outerFaces,
    movedFace,
    withoutContacts,
    partition,
    backToFront,
    explosion,
    reach,
    camera,
    fit,
    projection,
    CUT,
    EDGE,
    SEAM,
    SAME,
  };
})();
