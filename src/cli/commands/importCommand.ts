import type { Command } from "./command.ts";

export const importCommand: Command = {
  name: "import",
  operands: "FILE|-",
  count: [1, 1],
  summary: "read Megatron flags, DeepSpeed JSON or torchtitan TOML as a plan",
  flags: [
    { name: "--out", short: "-o", value: "OUT.dtp", doc: "write it there instead" },
    { name: "--name", value: "NAME", doc: "what to call the plan; `imported` by default" },
  ],
  details: [
    "Megatron's flags may stand in a shell script or be one line of arguments. They carry the model",
    "too; the others do not.",
    "What cannot be read is named, in the output and here.",
  ],
  examples: ["import pretrain.sh -o mine.dtp", "import ds_config.json --name zero3"],
  load: async () => (await import("../actions/importPlan.ts")).importPlan,
};
