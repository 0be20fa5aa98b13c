import type { Known } from "../../../src/dsl/services/index.ts";

export const known: Known = {
  names: [
    { name: "gpt3", kind: "model", detail: "GPT-3 175B" },
    { name: "selene", kind: "cluster", detail: "DGX A100 SuperPOD" },
    { name: "base", kind: "scenario", detail: "scenario" },
    { name: "tp8", kind: "plan", detail: "plan" },
  ],
  outputs: [
    { path: "step_time", unit: "s", doc: "Time of one optimizer step." },
    { path: "mfu", unit: "1", doc: "Model FLOPs utilisation." },
    { path: "params", unit: "param", doc: "Parameters of the model." },
    { path: "memory", doc: "Bytes per device." },
    { path: "memory.peak", unit: "B", doc: "Bytes at the peak." },
    { path: "memory.weights", unit: "B", doc: "Parameters." },
  ],
  modelOutputs: ["params"],
  groupOutputs: {
    queue: [{ path: "wait", unit: "s", doc: "Time from submission to the first start." }],
    run: [{ path: "time", unit: "s", doc: "Wall-clock time of all phases." }],
  },
  modules: ["std/devices", "std/models"],
  columns: (module) => (module === "./runs.csv" ? ["gpus", "seconds"] : null),
  exports: (module) =>
    module === "std/devices"
      ? [
          { name: "h100_sxm", kind: "device", detail: "H100 SXM5" },
          { name: "a100_sxm", kind: "device", detail: "A100 SXM4" },
        ]
      : [],
};
