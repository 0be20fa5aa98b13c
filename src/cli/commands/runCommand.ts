import type { Command } from "./command.ts";
import { set } from "./set.ts";

export const runCommand: Command = {
  name: "run",
  operands: "FILE",
  count: [1, 1],
  summary: "evaluate a plan file and print what it shows",
  flags: [
    { name: "--html", value: "OUT", doc: "also write one self-contained page with interactive figures" },
    { name: "--static", doc: "with --html: static pictures only, for a small page without scripts" },
    { name: "--live", doc: "with --html: the page's controls answer, without a network; about 2 MB more" },
    {
      name: "--figures",
      value: "DIR",
      doc: "also write every figure, and figures.tex with captions",
    },
    { name: "--format", value: "LIST", doc: "with --figures: any of svg,png,pdf; default: all" },
    { name: "--json", doc: "print every output as data, in base units, instead of text" },
    { name: "--markdown", doc: "print Markdown instead of text; with --figures, it links the pictures" },
    { name: "--latex", value: "OUT.tex", doc: "also write its tables as LaTeX, and dtp.sty for its numbers" },
    {
      name: "--csv",
      value: "DIR",
      doc: "also write every table it shows, complete, as NAME.csv in base units",
    },
    { name: "--trace", value: "OUT", doc: "also write the timelines it shows as a trace for Perfetto" },
    { name: "--chakra", value: "DIR", doc: "also write their steps as Chakra traces for ASTRA-sim" },
    set,
  ],
  details: [
    "FILE may be - for standard input. Ctrl-C stops a sweep and keeps the rows that are done.",
    "Long tables use all cores; the environment variable DTP_THREADS limits the number of threads.",
  ],
  examples: [
    "run plan.dtp",
    "run plan.dtp --set plan.tp=4 --html plan.html",
    "run plan.dtp --figures figures --format pdf",
  ],
  load: async () => (await import("../actions/run.ts")).run,
};
