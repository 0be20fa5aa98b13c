import type { Flag } from "./command.ts";

/** Flag `--set`, which every command that evaluates scenarios shares. */
export const set: Flag = {
  name: "--set",
  value: "PATH=VALUE",
  repeated: true,
  doc: "override a field of every scenario: --set plan.tp=4; may be repeated",
};
