import type { Command } from "./command.ts";

export const probeCommand: Command = {
  name: "probe",
  operands: "",
  count: [0, 0],
  summary: "print a Python script that measures a machine for `dtp calibrate`",
  flags: [],
  details: [
    "The script needs Python and PyTorch alone. It measures matmuls, attention, memory-bound kernels,",
    "launches, reserved memory and collectives in a few minutes, and writes probe.csv.",
    "Save it with `dtp probe > probe.py`, and run it with `python3 probe.py` or `torchrun`.",
  ],
  examples: ["probe", "calibrate probe.csv --out my_cluster.dtp"],
  load: async () => (await import("../new/printProbe.ts")).printProbe,
};
