import { printNumber } from "../../../units/index.ts";
import { error, note, warning } from "../row.ts";

const shown = (value: number | string): string => (typeof value === "number" ? printNumber(value) : value);

/** What sweeps, plots and expectations report. */
export const tableRows = {
  /** `where`: of one of the combinations that a table keeps the best rows of; it is the reason that the table shows there. */
  "empty-sweep": warning<{
    name: string;
    tried: number;
    /** `plans`, of a search over all of them. */
    what?: string;
    where?: string;
    reasons?: string | null | undefined;
    /** What to write for more to try. */
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
  "too-many-rows": error<{
    name: string;
    rows: number | string;
    limit: number | string;
    /** What is counted, where that is not rows. */
    of?: string;
  }>((p) => `\`${p.name}\` would have ${shown(p.rows)} ${p.of ?? "rows"}; the limit is ${shown(p.limit)}`, {
    help: () => "shorten a list, or split the sweep",
  }),
  /** `keep 1 per cluster.nodes` in a table that does not vary it. */
  "per-not-swept": error<{ path: string; suggestion?: string | null | undefined }>(
    (p) => `the table keeps rows per \`${p.path}\`, which no \`for\` varies`,
    {
      help: (p) => (p.suggestion ? `did you mean \`${p.suggestion}\`?` : `add \`for ${p.path} in [..]\``),
    },
  ),
  /** A data import's row, counted as a spreadsheet counts: the header is row 1. */
  "malformed-row": error<{ row: number; what: string }>((p) => `row ${p.row}: ${p.what}`, {
    help: () => "every row needs one cell per column; put a cell that contains a comma in double quotes",
  }),
  /** A Hugging Face `config.json` that no model can be read from. */
  "unreadable-config": error<{ file: string; what: string }>(
    (p) => `\`${p.file}\` cannot be read as a model: ${p.what}`,
  ),
  /** A training framework's file that no plan can be read from. */
  "unreadable-launch": error<{ file: string; what: string }>(
    (p) => `\`${p.file}\` cannot be read as a plan: ${p.what}`,
    { help: () => "Megatron's flags in a script, a DeepSpeed JSON and a torchtitan TOML can be imported" },
  ),
  /** What such a file says that no field of a plan does. */
  "launch-unread": note<{ file: string; unread: string }>(
    (p) => `\`${p.file}\` says more than a plan does; not read: ${p.unread}`,
  ),
  interrupted: note<{ where?: string }>((p) =>
    p.where === undefined ? "interrupted" : `interrupted ${p.where}`,
  ),
  "nothing-to-plot": error<{ what: string }>((p) => `${p.what} has nothing to plot`, {
    help: () => "plot a sweep with `x` and `y`, a scenario's memory, time or timeline, or a cluster",
  }),
  /** `text` says what came out instead: "t175.mfu is 44.9%, 12.6% below 51.4%". */
  "expect-failed": error<{ text: string; cite?: string | null | undefined }>((p) =>
    p.cite ? `${p.cite}: ${p.text}` : p.text,
  ),
} as const;
