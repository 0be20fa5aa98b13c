import { diagnostic } from "../../../dsl/diagnostics/index.ts";
import type { Magic } from "./magic.ts";

/** Magic that chooses the value of a `control` statement, as its slider or list does. */
export const control: Magic = {
  name: "control",
  kind: "line",
  signature: "%control PATH VALUE",
  doc: "Chooses the value of a `control` statement, such as `%control base.plan.tp 4`. Outputs that read it are refreshed.",
  async run({ argument }, { evaluation, live }) {
    const [, path, value] = /^(\S+)\s+(.+)$/.exec(argument.trim()) ?? [];
    if (path === undefined || value === undefined)
      return [
        diagnostic("syntax", { expected: "a path and a value after `%control`", found: `\`${argument}\`` }),
      ];
    const { diagnostics } = evaluation.session.choose(path, value);
    const errors = diagnostics.filter(({ severity }) => severity === "error");
    if (errors.length > 0) return errors;
    await live.refresh();
    return null;
  },
};
