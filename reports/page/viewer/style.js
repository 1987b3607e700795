/** The viewer's style sheet, for its shadow tree, which the page's reaches by its colours (--paper and others) only. */
export const STYLE = `
:host { display: block; font: 14px/1.4 system-ui, sans-serif; color: var(--ink, #222); }
* { box-sizing: border-box; }
figure { margin: 0; display: flex; flex-wrap: wrap; gap: 12px 20px; padding: 12px 0; }
figcaption { flex: 1 0 100%; font-weight: 600; overflow-wrap: anywhere; }
.stage { position: relative; flex: 3 1 360px; min-width: 0; }
canvas { position: absolute; inset: 0; width: 100%; height: 100%; pointer-events: none; }
[hidden] { display: none; }
svg { display: block; width: 100%; max-height: 78vh; cursor: grab; touch-action: none; }
svg { user-select: none; color: var(--soft, #555); background: var(--paper, #fff); /* mount.js reads both */ }
svg.turning { cursor: grabbing; }
.faces path { stroke-width: 1; stroke-linejoin: round; }
.faces .seams { fill: none; stroke: #000; stroke-opacity: .22; /* as SEAM_SHADE */ pointer-events: none; }
.faces .edges { fill: none; stroke: #111; stroke-width: 2.2; stroke-linecap: round; pointer-events: none; }
.faces .edges.pale { stroke: currentColor; stroke-opacity: .6; stroke-width: 1.4; }
.faces text { font-weight: 600; text-anchor: middle; dominant-baseline: central; pointer-events: none; }
.behind path, .front path, .axes path { fill: none; stroke: currentColor; stroke-opacity: .6; stroke-width: 1.4; }
.behind, .front, .axes { pointer-events: none; }
.behind path { stroke-dasharray: 3 5; }
.labels text, .axes text { font-size: 24px; fill: currentColor; dominant-baseline: central; pointer-events: none; }
.panel { flex: 1 1 230px; min-width: 0; display: flex; flex-direction: column; gap: 10px; }
.row { display: flex; flex-wrap: wrap; gap: 6px; align-items: center; }
.row label { display: flex; gap: 8px; align-items: center; }
input[type=range] { flex: 1 1 100px; min-width: 80px; }
button { font: inherit; color: inherit; padding: 3px 10px; border: 1px solid var(--edge, #888); border-radius: 4px; }
button { background: var(--tint, #f4f4f4); cursor: pointer; }
button:hover:not(:disabled) { background: var(--rule, #e6e6e6); }
button:disabled { opacity: .55; cursor: default; }
svg:focus { outline: none; }
:focus-visible, svg:focus-visible { outline: 3px solid var(--link, #0072b2); outline-offset: 1px; }
.chosen { min-height: 2.3em; }
.status { min-height: 2.8em; margin: 0; }
ul { list-style: none; margin: 0; padding: 0 3px; max-height: 21.2em; overflow-y: auto; }
ul { border-top: 1px solid var(--rule, #ccc); }
li { display: flex; align-items: center; gap: 6px; border-bottom: 1px solid var(--tint, #eee); }
li button { flex: 1; display: flex; gap: 8px; align-items: center; text-align: left; }
li button { border-color: transparent; background: none; }
li button[aria-pressed=true] { border-color: var(--link, #0072b2); background: var(--tint, #eee); font-weight: 600; }
li .swatch { flex: none; width: 1.1em; height: 1.1em; border: 1px solid #111; }
li .swatch, svg { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
li .name { flex: 1; overflow-wrap: anywhere; }
li.away .name { color: var(--soft, #666); }
li.away .name::after { content: " – out"; }
.help { margin: 0; font-size: 12px; color: var(--soft, #555); }
kbd { font: inherit; border: 1px solid var(--edge, #bbb); border-radius: 3px; padding: 0 3px; }
@media print {
  .controls, .help, .prompt, .chosen button, li input { display: none; }
  :focus-visible, svg:focus-visible { outline: none; }
  figure { padding: 0; break-inside: avoid; }
  svg { max-height: 11cm; /* fits on a landscape sheet together with the head of its run */ }
  .stage { flex-basis: 62%; }
  .panel { flex-basis: 30%; }
  ul { max-height: none; columns: auto 11em; }
  li { break-inside: avoid; }
  li button { padding: 1px 0; }
}
`;
