import { multiples, nearest } from "../../dsl/diagnostics/rows/divisors.ts";
import type { Refusal, Scenario } from "../../engine/scenario/scenario.ts";
import type { BaseUnit } from "../../units/index.ts";

/** Field of an invalid scenario, with values to try that may make the scenario valid, best first. */
export interface CandidateFix {
  readonly path: readonly string[];
  readonly values: readonly number[];
  readonly unit: BaseUnit | "1";
  /** Maximum number of values that the error message suggests. */
  readonly most: number;
}

/**
 * Fields to change when one number does not divide another in a scenario, the likeliest fix first. Null where the
 * scenario is invalid for another reason.
 */
export function candidateFixes(
  { plan }: Scenario,
  { code, params, fields }: Refusal,
): readonly CandidateFix[] | null {
  const number = (name: string): number => Number(params[name]);
  switch (code) {
    case "not-divisible": {
      if ("stack" in params) return null;
      const [layers, pp, vpp] = [number("layers"), number("pp"), number("vpp")];
      return layers % pp === 0 && vpp > 1
        ? [divisor("plan.vpp", layers / pp, vpp)]
        : [divisor("plan.pp", layers, pp)];
    }
    case "heads-not-divisible":
      return [divisor("plan.tp", number("heads"), number("tp"))];
    case "ulysses-heads-not-divisible":
      return [divisor("plan.cp", number("heads") / number("tp"), number("cp"))];
    case "recurrence-not-divisible": {
      const field = number("cp") > 1 ? "cp" : "tp";
      return [divisor(`plan.${field}`, number("value"), number(field))];
    }
    case "width-not-divisible":
      return [divisor(`plan.${params.degree ?? "tp"}`, number("value"), number("tp"))];
    case "experts-not-divisible":
      return [divisor("plan.ep", number("experts"), number("ep"))];
    case "ep-not-divisible":
      return [divisor("plan.ep", number("tp") * number("cp") * number("dp"), number("ep"))];
    case "groups-not-possible": {
      const [field = ""] = fields;
      const [experts, groups] = [number("experts"), number("groups")];
      const equal = divisor(field, experts, groups);
      // A field of one block in a list (`blocks[0]`) cannot be set by a path.
      if (field.includes("[")) return null;
      return number("top_groups") > groups
        ? [{ ...equal, path: pathOf(field.replace(/groups$/, "top_groups")), values: [groups] }, equal]
        : [equal];
    }
    case "seq-not-divisible": {
      const tokens = number("seq_len");
      const degrees = fields
        .slice(1)
        .map((field) => divisor(field, tokens, field === "plan.cp" ? plan.cp : plan.tp));
      return [multiple(fields[0] ?? "", number("degree"), tokens, "token"), ...degrees];
    }
    case "batch-not-divisible":
    case "micro-batches-not-divisible": {
      const { globalBatch, dp, microBatch, microBatchGroup } = plan;
      const each = dp * microBatch;
      const batch = (step: number): CandidateFix =>
        multiple("plan.global_batch", step, globalBatch, "sequence");
      return code === "batch-not-divisible"
        ? [
            batch(each),
            batch(each * microBatchGroup),
            divisor("plan.micro_batch", globalBatch / dp, microBatch),
          ]
        : [
            batch(each * microBatchGroup),
            divisor("plan.micro_batch_group", number("num_micro_batches"), microBatchGroup),
          ];
    }
    default:
      return null;
  }
}

const pathOf = (field: string): readonly string[] => field.split(".");

/**
 * Candidate fix for a parallel degree `field` that must divide `whole`: the divisors nearest to its present value `is`.
 */
const divisor = (field: string, whole: number, is: number): CandidateFix => ({
  ...{ path: pathOf(field), values: nearest(whole, is), unit: "1", most: 4 },
});

/**
 * Candidate fix for a field that must be a multiple of `step`: multiples of `step`, 2 × `step`, 4 × `step` and so on,
 * near its present value `is`. Powers of two come in because other divisibility rules usually want them.
 */
function multiple(field: string, step: number, is: number, unit: BaseUnit): CandidateFix {
  const values = new Set<number>();
  for (let round = step; Number.isSafeInteger(round) && (round <= 2 * is || round === step); round *= 2) {
    for (const value of multiples(round, is)) values.add(value);
  }
  return { path: pathOf(field), values: [...values], unit, most: 2 };
}
