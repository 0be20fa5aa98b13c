import { printNumber } from "../../../units/index.ts";
import { error, note, warning } from "./row.ts";

const shown = (value: number | string): string => (typeof value === "number" ? printNumber(value) : value);

/** Catalogue of errors, warnings and notes on sweeps, searches, plots, data files and expectations. */
export const tableRows = {
  /**
   * Warning on a table without rows. `where` names one combination in a table that keeps rows for each combination,
   * such as `keep 1 per cluster.nodes`. The warning then applies to this combination, and the table shows it in the row
   * of the combination.
   */
  "empty-sweep": warning<{
    name: string;
    tried: number;
    /** Plural of the objects that were tried: "plans" for a search over all plans. "combinations" if undefined. */
    what?: string;
    where?: string;
    reasons?: string | null | undefined;
    /** Clause that would let the search try more plans, such as `for plan in all`. Null for no advice. */
    more?: string | null | undefined;
  }>(
    (p) =>
      p.where
        ? `no feasible plan ${p.where}: ${p.reasons}`
        : p.tried === 0
          ? `\`${p.name}\` has no rows: one of its lists is empty`
          : `\`${p.name}\` has no rows: none of the ${shown(p.tried)} ${p.what ?? "combinations"} is feasible`,
    { help: (p) => (p.more ? `${p.reasons}; \`${p.more}\` tries every plan there is` : p.reasons) },
  ),
  /** Warning on a `solve` statement without an answer. `text` says how near the nearest numbers come. */
  "no-solution": warning<{ name: string; text: string }>((p) => `\`${p.name}\` has no answer. ${p.text}`, {
    help: () => "widen a range, or ask for less",
  }),
  "too-many-rows": error<{
    name: string;
    rows: number | string;
    limit: number | string;
    /** Plural of the objects that exceed the limit, such as "elements". "rows" if undefined. */
    of?: string;
  }>((p) => `\`${p.name}\` would have ${shown(p.rows)} ${p.of ?? "rows"}; the limit is ${shown(p.limit)}`, {
    help: () => "shorten a list, or split the sweep",
  }),
  /** Error for `keep 1 per cluster.nodes` in a table that does not vary that path. */
  "per-not-swept": error<{ path: string; suggestion?: string | null | undefined }>(
    (p) => `the table keeps rows per \`${p.path}\`, which no \`for\` varies`,
    {
      help: (p) => (p.suggestion ? `did you mean \`${p.suggestion}\`?` : `add \`for ${p.path} in [..]\``),
    },
  ),
  /** Error in a row of a data import. Rows count as in a spreadsheet: the header is row 1. */
  "malformed-row": error<{ row: number; what: string }>((p) => `row ${p.row}: ${p.what}`, {
    help: () => "every row needs one cell per column; put a cell that contains a comma in double quotes",
  }),
  /** Error for a Hugging Face `config.json` that describes no known model. */
  "unreadable-config": error<{ file: string; what: string }>(
    (p) => `\`${p.file}\` cannot be read as a model: ${p.what}`,
  ),
  /** Error for a training framework's file that describes no plan. */
  "unreadable-launch": error<{ file: string; what: string }>(
    (p) => `\`${p.file}\` cannot be read as a plan: ${p.what}`,
    {
      help: () =>
        "files of Megatron, Megatron Bridge, DeepSpeed, torchtitan, nanotron and MaxText can be imported",
    },
  ),
  /** Error for an imported log without the line of an iteration. */
  "unreadable-log": error<{ file: string; what: string }>(
    (p) => `\`${p.file}\` cannot be read as a measured run: ${p.what}`,
    { help: () => "import the text that the training process printed, or the JSON of PyTorch's profiler" },
  ),
  /** Error for an imported list of jobs (`sacct`) that says nothing about failures. */
  "unreadable-jobs": error<{ file: string; what: string }>(
    (p) => `\`${p.file}\` cannot be read as a list of jobs: ${p.what}`,
    {
      help: (p) =>
        /\.(?:csv|json)$/i.test(p.file)
          ? undefined
          : "print it with `sacct --parsable2 --format JobID,JobName,State,Submit,Start,End,ElapsedRaw,NNodes,AllocTRES`",
    },
  ),
  /** Error for an imported file of failures whose records cannot be read. */
  "unreadable-failures": error<{ file: string; what: string }>(
    (p) => `\`${p.file}\` cannot be read as failures: ${p.what}`,
    {
      help: () =>
        "a file of failures is CSV with the columns `failed_at` and `cause`, and where they are known `node` and `recovered_at`",
    },
  ),
  /** Error for a number of a measured run that its file does not record. `has` lists the numbers that it does. */
  "not-measured": error<{ run: string; what: string; has: string }>(
    (p) => `the file of \`${p.run}\` does not record ${p.what}`,
    { help: (p) => `it has: ${p.has}` },
  ),
  /** Note on arguments of a framework's file that no field of a plan expresses. */
  "launch-unread": note<{ file: string; unread: string }>(
    (p) => `\`${p.file}\` has settings that are not part of a plan; not read: ${p.unread}`,
  ),
  interrupted: note<{ where?: string }>((p) =>
    p.where === undefined ? "interrupted" : `interrupted ${p.where}`,
  ),
  "nothing-to-plot": error<{ what: string }>((p) => `${p.what} has nothing to plot`, {
    help: () => "plot a sweep with `x` and `y`, a scenario's memory, time or timeline, or a cluster",
  }),
  /** Error for a figure of a form of parallelism that the plan does not use. */
  "nothing-to-draw": error<{ marks: string; why: string; set: string }>(
    (p) => `\`${p.marks}\` has nothing to draw: ${p.why}`,
    { help: (p) => `set ${p.set}` },
  ),
  /** Error for a failed expectation. `text` states the actual value: "t175.mfu is 44.9%, 12.6% below 51.4%". */
  "expect-failed": error<{ text: string; cite?: string | null | undefined }>((p) =>
    p.cite ? `${p.cite}: ${p.text}` : p.text,
  ),
} as const;
