import type { Diagnose } from "../../dsl/ast/ast.ts";
import { diagnostic } from "../../dsl/diagnostics/index.ts";
import { describe, evaluate, groupIn, textOf } from "../../dsl/evaluate/index.ts";
import { type Block, printed, type Table } from "../../report/index.ts";
import { answerOf } from "../answers/answerOf.ts";
import { measuredBeside, verdictsOf } from "../compare/measuredBeside.ts";
import { tracedParts } from "../compare/tracedParts.ts";
import { blocks } from "../show/shown.ts";
import { placeIn, type Run } from "../verbs/run.ts";
import type { Cause, Findings, Sign } from "./cause.ts";
import { causes } from "./causes.ts";

/**
 * Runs a `diagnose` statement: the causes of the catalogue for which the numbers of a measured run speak, what each
 * costs, its evidence, and the experiment that confirms it.
 */
export function runDiagnose(run: Run, statement: Diagnose): void {
  const { context, scope } = run;
  const [value, base] = [statement.value, statement.against].map((expr) =>
    evaluate(context, expr, scope, null),
  );
  for (const one of [value, base]) if (one?.kind === "poison") run.reportAll(one);
  if (!value || !base || value.kind === "poison" || base.kind === "poison") return;
  if (value.kind !== "measured") {
    const params = { what: "`diagnose`", wanted: "a measured run", found: describe(value) };
    run.report(diagnostic("wrong-kind", params, placeIn(run, statement.value)));
    return;
  }
  const place = placeIn(run, statement.against);
  if (base.kind !== "scenario" || groupIn(base)) {
    const params = { what: "`against`", wanted: "a scenario", found: describe(base) };
    run.report(diagnostic("wrong-kind", params, place));
    return;
  }
  const answer = answerOf(context, base, place);
  if (answer.kind === "poison") {
    run.reportAll(answer);
    return;
  }
  const compared = measuredBeside(context, value, base, place);
  const { scenario, estimate } = answer;
  const parts = value.trace ? tracedParts(value.trace, estimate) : null;
  const found: Findings = { run: value, compared, scenario, estimate, parts };
  const signs = causes.flatMap((cause): readonly Found[] => {
    const sign = cause.sign(found);
    return sign ? [{ cause, sign }] : [];
  });
  const ordered = [...signs].sort((a, b) => rank(b) - rank(a));
  const label = textOf(statement.value, scope);
  const kind = value.trace ? "trace" : "log";
  const looked = causes.filter(({ of }) => of === "both" || of === kind);
  const absent = looked.filter((one) => !ordered.some(({ cause }) => cause === one));
  const data = ordered.map(({ cause: { id, title, test }, sign }) => ({ id, title, ...sign, test }));
  const document = blocks(
    ...verdictsOf(label, value.log, { ...compared, unlike: [] }),
    ...pageOf(label, ordered, found),
    ...(absent.length === 0
      ? []
      : [
          {
            kind: "paragraph",
            text: `Looked for and not found: ${absent.map(({ title }) => lowered(title)).join("; ")}.`,
          } as const,
        ]),
  );
  run.output("explain", statement.span.start, document, { causes: data, absent: absent.map(({ id }) => id) });
}

interface Found {
  readonly cause: Cause;
  readonly sign: Sign;
}

/** Order of causes: other settings first, because nothing else can be judged before; then by their cost. */
const rank = ({ cause, sign }: Found): number =>
  cause.id === "other-settings" ? Number.POSITIVE_INFINITY : (sign.seconds ?? 0);

function pageOf(label: string, found: readonly Found[], { compared }: Findings): readonly Block[] {
  if (found.length === 0)
    return [{ kind: "paragraph", text: `No cause of the catalogue shows in the numbers of ${label}.` }];
  const step = compared.beside.find(({ name }) => name === "step_time");
  const difference = step ? step.measured - step.predicted : null;
  const table: Table = {
    kind: "table",
    caption: `Possible causes in ${label}${difference === null ? "" : `; its step differs from the prediction by ${printed(difference, "s")}`}`,
    columns: [
      { title: "cause", align: "left" },
      { title: "of a step, at most", align: "right" },
    ],
    rows: found.map(({ cause, sign }) => [
      { text: cause.title },
      sign.seconds === null ? { text: "–" } : { text: printed(sign.seconds, "s"), value: sign.seconds },
    ]),
  };
  return [
    table,
    ...found.flatMap(({ cause, sign }): readonly Block[] => [
      { kind: "heading", level: 3, text: cause.title },
      { kind: "paragraph", text: `Evidence: ${sign.evidence}` },
      { kind: "paragraph", text: `Test: ${cause.test}` },
    ]),
  ];
}

const lowered = (title: string): string => `${title.charAt(0).toLowerCase()}${title.slice(1)}`;
