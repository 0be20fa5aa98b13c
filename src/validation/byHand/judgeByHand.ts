import { render } from "../../dsl/diagnostics/index.ts";
import { estimate } from "../../engine/index.ts";
import type { Scenario } from "../../engine/scenario/scenario.ts";
import { createSession, type World } from "../../session/index.ts";
import { basisFor } from "../../uncertainty/index.ts";
import { problemOf, scenarioReader } from "../programs/scenarioOf.ts";
import type { Row } from "../rows/row.ts";
import { type Interval, intervalOf } from "../statistics/interval.ts";
import type { ByHandProgram } from "./byHandProgram.ts";
import { type Claim, claimOf } from "./claims.ts";

/**
 * Measured value and prediction of a by-hand program, with the 80 % interval that a user sees next to the
 * prediction.
 */
export interface JudgedClaim extends Claim, Interval {
  /** Properties of the run that no measured run has, in words. Empty where the measured runs cover it. */
  readonly outside: readonly string[];
}

/** A by-hand program with its predictions and measurements. */
export interface ByHandRun {
  readonly id: string;
  readonly source: string;
  /** Table row of the run. null for a run that no table has. */
  readonly row: Row | null;
  readonly scenario: Scenario;
  /** Number of parameters of the model. */
  readonly params: number;
  readonly time: JudgedClaim | null;
  readonly memory: JudgedClaim | null;
}

/**
 * Runs every by-hand program and compares its predictions with its `expect` lines, in the order of `programs`.
 * Throws on a program with errors other than a failed expectation.
 */
export function judgeByHand(
  programs: readonly ByHandProgram[],
  rows: readonly Row[],
  world: World,
): readonly ByHandRun[] {
  const session = createSession(world);
  const read = scenarioReader(world);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return programs.map((program) => {
    const { name, text } = program;
    const row = program.row === null ? null : byId.get(program.row);
    if (row === undefined) throw new Error(`${name}.dtp: no table has a row ${program.row}`);
    const { diagnostics, expectations } = session.run(text, { name: `${name}.dtp`, mode: "file" });
    const mistake = diagnostics.find(
      ({ severity, code }) => severity === "error" && code !== "expect-failed",
    );
    if (mistake) throw new Error(render(mistake, { color: false }));
    const resolved = read(text, `${name}.dtp`);
    if (resolved.kind === "problems") throw new Error(`${name}.dtp: ${problemOf(resolved)}`);
    const { scenario } = resolved;
    const answer = estimate(scenario);
    if (!answer.ok) throw new Error(`${name}.dtp: the engine refuses it`);
    const params = answer.estimate.params.value;
    const claims = expectations.map(claimOf);
    const judged = (of: Claim["of"]): JudgedClaim | null => {
      const claim = claims.find((one) => one?.of === of);
      const basis = claim && basisFor(of, scenario, params);
      if (!claim || !basis) return null;
      const interval = intervalOf(basis, claim.predicted, claim.measured, claim.rate);
      return { ...claim, ...interval, outside: basis.outside };
    };
    return {
      ...{ id: name, source: row?.source ?? program.source ?? "", row, scenario, params },
      ...{ time: judged("time"), memory: judged("memory") },
    };
  });
}
