import type { Estimate } from "../../../engine/estimate/estimate.ts";
import type { RecoveryOfKind } from "../../../engine/estimate/recoveryEstimate.ts";
import type { ReliabilityEstimate } from "../../../engine/estimate/reliabilityEstimate.ts";
import type { Scenario } from "../../../engine/scenario/scenario.ts";
import type { Block, Cell, Document, Table } from "../../document/document.ts";
import { documentOf } from "../../document/documentOf.ts";
import { numberColumn } from "../../numbers/column.ts";
import { percent, plain, printed, share } from "../../numbers/number.ts";
import { byPartText } from "../byPartText.ts";
import { type Fact, factsTable } from "../factsTable.ts";

const DAY = 86_400;

/** Report section on failures: how often they occur, what they stop, and how the run recovers. */
export function reliabilityTable(scenario: Scenario, estimate: Estimate): Document {
  const { reliability } = estimate;
  if (!reliability) return documentOf({ kind: "paragraph", text: "Nothing fails." });
  const facts = recoveryFacts(scenario, estimate);
  const rest: readonly Block[] =
    facts.length === 0 ? [] : [factsTable(facts, "Recovery: from a failure until training resumes")];
  return documentOf(kindsTable(scenario, reliability, estimate.goodput?.recovery.kinds ?? null), ...rest);
}

/** Explanation of a cell as a result of the section; none for null. */
const whyOf = (name: string | null): Pick<Cell, "why"> =>
  name === null ? {} : { why: { path: `reliability.${name}` } };

function kindsTable(
  { cluster }: Scenario,
  { kinds, rate, mtbf }: ReliabilityEstimate,
  recoveries: readonly RecoveryOfKind[] | null,
): Table {
  const counted = kinds.some(({ parts }) => parts !== null);
  const column = numberColumn([rate * DAY], "1");
  const row = (label: string, parts: number | null, each: number, stops: string, takes?: number) => [
    { text: label },
    ...(counted ? [parts === null ? { text: "" } : { text: plain(Math.round(parts)), value: parts }] : []),
    column.cell(each * DAY),
    { text: printed(1 / each, "s"), value: 1 / each, ...whyOf(label === "total" ? "mtbf" : null) },
    { text: share(each / rate), value: each / rate, bar: each / rate },
    { text: stops },
    ...(recoveries === null
      ? []
      : [takes === undefined ? { text: "" } : { text: printed(takes, "s"), value: takes }]),
  ];
  return {
    kind: "table",
    caption: `Failures of ${plain(cluster.devices)} devices: one every ${printed(mtbf, "s")}`,
    columns: [
      { title: "", align: "left" },
      ...(counted ? [{ title: "parts", align: "right" as const }] : []),
      { title: "a day", align: "right" },
      { title: "one every", align: "right" },
      { title: "share", align: "right" },
      { title: "stops", align: "left" },
      ...(recoveries === null ? [] : [{ title: "recovery", align: "right" as const }]),
    ],
    rows: [
      ...kinds.map(({ label, parts, rate: each, devices }, i) =>
        row(
          label,
          parts,
          each,
          devices === 0 ? "the job" : `${plain(devices)} devices`,
          recoveries?.[i]?.total,
        ),
      ),
      row("total", null, rate, ""),
    ],
    total: true,
  };
}

function recoveryFacts({ cluster }: Scenario, { goodput }: Estimate): readonly Fact[] {
  if (!goodput) return [];
  const seconds = (value: number) => ({ text: printed(value, "s"), value });
  const { parts, mean, total } = goodput.recovery;
  return [
    ...(parts.length > 1 ? parts.map(({ label, value }): Fact => [label, seconds(value)]) : []),
    [
      "total",
      // The result is the time with failures during recovery.
      { ...seconds(mean), ...whyOf(mean === total ? "recovery" : null) },
      goodput.recovery.kinds === null
        ? "excludes lost work"
        : `on average, lost work excluded; failures during recovery raise it to ${printed(total, "s")}`,
    ],
    ...(cluster.spares === null
      ? []
      : ([
          [
            "waiting for nodes",
            { text: percent(goodput.waiting), value: goodput.waiting, ...whyOf("waiting") },
            `of the time, with ${plain(cluster.spares)} ${cluster.spares === 1 ? "spare" : "spares"} and repairs of ${byPartText(cluster.repairSeconds)}`,
          ],
        ] as const)),
  ];
}
