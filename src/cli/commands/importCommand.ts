import type { Command } from "./command.ts";

export const importCommand: Command = {
  name: "import",
  operands: "FILE|-",
  count: [1, 1],
  summary: "read a launch file of a training framework as a plan",
  flags: [
    { name: "--out", short: "-o", value: "OUT.dtp", doc: "write to this file instead" },
    { name: "--name", value: "NAME", doc: "name of the plan; default: `imported`" },
  ],
  details: [
    "It reads Megatron flags (a shell script or one line of arguments), DeepSpeed JSON, torchtitan TOML,",
    "nanotron and MaxText YAML, MaxText overrides, and Megatron Bridge recipes. Files of DeepSpeed and",
    "torchtitan do not describe the model.",
    "The output and the terminal name each setting that could not be read.",
  ],
  examples: ["import pretrain.sh -o mine.dtp", "import ds_config.json --name zero3"],
  load: async () => (await import("../actions/importPlan.ts")).importPlan,
};
