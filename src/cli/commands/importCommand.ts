import type { Command } from "./command.ts";

export const importCommand: Command = {
  name: "import",
  operands: "FILE|-",
  count: [1, 1],
  summary: "read Megatron flags, DeepSpeed JSON or torchtitan TOML as a plan",
  flags: [
    { name: "--out", short: "-o", value: "OUT.dtp", doc: "write to this file instead" },
    { name: "--name", value: "NAME", doc: "name of the plan; default: `imported`" },
  ],
  details: [
    "Megatron flags may be a shell script or one line of arguments. They also describe the model;",
    "the other formats do not.",
    "The output and the terminal name each setting that could not be read.",
  ],
  examples: ["import pretrain.sh -o mine.dtp", "import ds_config.json --name zero3"],
  load: async () => (await import("../actions/importPlan.ts")).importPlan,
};
