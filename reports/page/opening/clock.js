/** The switch between the clocks, which governs scores, matrix and plots. */
import { byId, el } from "../base/dom.js";
import * as state from "../base/state.js";

export const MEANS = { wall: "from the call to the answer", search: "once the model stands" };

export function mount() {
  const buttons = Object.entries(MEANS).map(([clock, title]) => el("button", {
    type: "button", class: "chip", title, onclick: () => state.set({ clock }),
  }, `${clock} time`));
  byId("clock").append(...buttons);
  byId("clock").hidden = false;
  const update = ({ clock }) => Object.keys(MEANS).forEach((each, place) =>
    buttons[place].setAttribute("aria-pressed", each === clock));
  update(state.get());
  state.listen(update);
}
