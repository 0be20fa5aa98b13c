import type { Magic } from "./magic.ts";

export const reset: Magic = {
  name: "reset",
  kind: "line",
  signature: "%reset",
  doc: "Forget every definition of this notebook's session.",
  words: new Map(),
  async run(_call, { evaluation, reset, stderr }) {
    const count = evaluation.session.names().length;
    evaluation.session.reset();
    (await evaluation.typescript.loaded())?.reset();
    reset();
    stderr(`forgot ${count === 1 ? "1 name" : `${count} names`}; run the cells that define them again\n`);
    return null;
  },
};
