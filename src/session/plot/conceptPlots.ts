import type { Place } from "../../dsl/diagnostics/diagnostic.ts";
import { diagnostic } from "../../dsl/diagnostics/index.ts";
import { type Poison, poison } from "../../dsl/evaluate/index.ts";
import { contextParts, expertDispatch, replicaRanks, shardedPairs, stateShards } from "../../engine/index.ts";
import {
  dispatchFigure,
  type Figure,
  matricesFigure,
  ringFigure,
  sequenceFigure,
  shardsFigure,
} from "../../report/index.ts";
import type { Answer } from "../answers/answer.ts";

/** Options of a drawn concept: its title and the unit of its numbers. */
interface Asked {
  readonly title?: string;
  readonly unit?: string;
}

/** Figure of what each data-parallel rank holds; an error where there is one rank. */
export function shardsOf({ scenario, estimate }: Answer, options: Asked, place: Place): Figure | Poison {
  const shards = stateShards(scenario);
  return shards.ranks === 1
    ? nothing("shards", "one rank holds all state (`dp` and `cp` are 1)", "`dp = 2` or more", place)
    : shardsFigure(scenario, estimate, shards, options);
}

/** Figure of the data-parallel collective with the most bytes in a step; an error where there is none. */
export function ringOf({ scenario, estimate }: Answer, options: Asked, place: Place): Figure | Poison {
  const { plan, cluster } = scenario;
  const ranks = replicaRanks(plan, cluster);
  const [call] = estimate.comm
    .filter((one) => one.dimension === "dp" && RINGS.has(one.op) && one.groupSize === ranks.length)
    .sort((one, other) => other.bytes * other.count - one.bytes * one.count);
  return ranks.length === 1 || !call
    ? nothing(
        "ring",
        "no replicas exchange gradients in a step",
        "`dp = 2` or more, with `sync = synchronous`",
        place,
      )
    : ringFigure(call, { ranks, domain: cluster.scaleUp.domain }, options);
}

/** Figure of the weights that tensor parallelism shards; an error where it shards none. */
export function matricesOf({ scenario, estimate }: Answer, options: Asked, place: Place): Figure | Poison {
  return scenario.plan.tp === 1
    ? nothing("matrices", "each rank holds whole weights (`tp` is 1)", "`tp = 2` or more", place)
    : matricesFigure(scenario, estimate, shardedPairs(scenario), options);
}

/** Figure of the tokens' way to the experts; an error where no expert is on another rank. */
export function dispatchOf({ scenario, estimate }: Answer, options: Asked, place: Place): Figure | Poison {
  const dispatch = expertDispatch(scenario);
  if (dispatch === null)
    return nothing("dispatch", "the model has no experts", "`mlp = moe(..)` in the model", place);
  return dispatch.ranks.length === 1
    ? nothing("dispatch", "each rank holds all experts (`ep` is 1)", "`ep = 2` or more", place)
    : dispatchFigure(scenario, estimate, dispatch, options);
}

/** Figure of a sequence's tokens on context-parallel ranks; an error where each rank has whole sequences. */
export function sequenceOf({ scenario, estimate }: Answer, options: Asked, place: Place): Figure | Poison {
  return scenario.plan.cp === 1
    ? nothing("sequence", "each rank has whole sequences (`cp` is 1)", "`cp = 2` or more", place)
    : sequenceFigure(scenario, estimate, contextParts(scenario.plan), options);
}

const RINGS: ReadonlySet<string> = new Set(["all_reduce", "reduce_scatter", "all_gather"]);

const nothing = (marks: string, why: string, set: string, place: Place): Poison =>
  poison(diagnostic("nothing-to-draw", { marks, why, set }, place));
