/**
 * The faces of displaced cubes, and an order in which they can be painted from back to front.
 *
 * Pieces that are moved apart lie at real offsets. Their cubes may hide one another in a circle, or intersect, and then
 * no order of whole cubes or faces is right. A binary space partition (Fuchs, Kedem & Naylor 1980) cuts the few faces
 * for which this is needed. It is made once for a position of the pieces and serves every direction of view.
 */

export const SAME = 1e-7; // coordinates that differ by less are equal
// The kinds of a face's sides: made by a cut, between two cells of a flat side of a piece, at an edge of a piece.
export const CUT = 0;
export const SEAM = 1;
export const EDGE = 2;
const PLANES_TRIED = 16; // at least, where there are so many faces; at most twice as many

/**
 * The faces of a piece's cells that no other cell of it covers: {piece, axis, sign, low, high, sides, named}. low and
 * high are opposite corners, which are equal along the axis; sides[2 * axis] and sides[2 * axis + 1] are the kinds of
 * the sides at low and high; named: among the piece's faces in its plane, this one shows the piece's name.
 */
export function outerFaces(cells, piece) {
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

const beside = (cell, axis, by) => cell.map((value, other) => value + (other === axis ? by : 0));

export function movedFace(face, offset) {
  return { ...face, low: face.low.map((v, i) => v + offset[i]), high: face.high.map((v, i) => v + offset[i]) };
}

/** The faces without those of two pieces that touch there, which cannot be seen. */
export function withoutContacts(faces) {
  const place = ({ axis, low }) => `${axis} ${low.map((value) => Math.round(value * 1e6))}`;
  const inside = (found) => found.some(({ sign }) => sign > 0) && found.some(({ sign }) => sign < 0);
  return together(faces, place).filter((found) => !inside(found)).flat();
}

/** A binary tree of planes: {axis, groups, below, above}; groups: the faces in the plane, by piece and side. */
export function partition(faces) {
  if (!faces.length) return null;
  const { axis, at } = bestPlane(faces);
  const on = [], below = [], above = [];
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

/** Among some planes through faces, one that cuts few faces and divides them into parts of like size. */
function bestPlane(faces) {
  let best = null;
  const step = Math.max(1, Math.floor(faces.length / PLANES_TRIED));
  for (let index = Math.floor(step / 2); index < faces.length; index += step) {
    const axis = faces[index].axis;
    const at = faces[index].low[axis];
    let cuts = 0, balance = 0;
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
  piece.named &&= end === "high"; // one of the two parts keeps the name
  piece.sides[2 * axis + (end === "high" ? 1 : 0)] = CUT;
  return piece;
}

function grouped(faces) {
  return together(faces, ({ piece, sign }) => sign * (piece + 1)).map((group) => {
    const { piece, axis, sign } = group[0];
    return { piece, axis, sign, faces: group.map(outline) };
  });
}

/** What is drawn of a face: its corners in turn, and the kinds of the sides from each corner to the next. */
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

/** Calls paint(group) for the groups that face the viewer, the farthest first. eye: the direction to the viewer. */
export function backToFront(tree, eye, paint) {
  if (!tree) return;
  const [far, near] = eye[tree.axis] > 0 ? [tree.below, tree.above] : [tree.above, tree.below];
  backToFront(far, eye, paint);
  for (const group of tree.groups) if (group.sign * eye[group.axis] > SAME) paint(group);
  backToFront(near, eye, paint);
}
