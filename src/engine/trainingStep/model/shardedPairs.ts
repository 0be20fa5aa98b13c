import { byForm, kvHeadsOf } from "../../scenario/attentionKinds.ts";
import type { DenseMlp } from "../../scenario/mlp.ts";
import type { Model } from "../../scenario/model.ts";
import type { Scenario } from "../../scenario/scenario.ts";
import { isGated } from "./mlpShape.ts";

/** One or several weights of one shape on a rank. */
export interface ShardedWeight {
  readonly name: string;
  /** Number of such weights. */
  readonly count: number;
  readonly rows: number;
  readonly columns: number;
}

/** Weights of a layer that tensor parallelism shards: the first ones by columns, the last one by rows. */
export interface ShardedPair {
  readonly name: string;
  /** Word for the block in a chart of characters: `attention`. */
  readonly word: string;
  readonly first: readonly ShardedWeight[];
  readonly last: ShardedWeight;
  /** Share of the first weights and of the last one that a rank holds: "8 of 64 heads". */
  readonly held: readonly [first: string, last: string];
}

/**
 * Weights of a layer that tensor parallelism shards, with the shapes on a rank (arXiv:1909.08053, section 3): those of
 * attention, and those of a dense feed-forward or of a shared expert. Empty parts are left out.
 */
export function shardedPairs({ model, plan }: Scenario): readonly ShardedPair[] {
  return [attentionPair(model, plan.tp), feedForwardPair(model, plan.tp)].filter((one) => one !== null);
}

const count = (value: number): string => value.toLocaleString("en-US");

const weight = (name: string, count: number, rows: number, columns: number): ShardedWeight => ({
  ...{ name, count, rows, columns },
});

function attentionPair({ attention, dModel }: Model, tp: number): ShardedPair | null {
  const { heads } = attention;
  if (heads === 0) return null;
  const own = heads / tp;
  const share = `${count(own)} of ${count(heads)} heads`;
  const about = { word: "attention", held: [share, share] } as const;
  return byForm<ShardedPair>(attention, {
    heads: ({ dHead }) => {
      const keys = kvHeadsOf(attention);
      // With fewer key-value heads than ranks, neighbouring ranks hold copies of one head.
      const held = Math.max(1, keys / tp);
      return {
        ...about,
        name: `Attention: ${count(heads)} query heads, ${count(keys)} key-value heads`,
        first: [weight("Q", 1, dModel, own * dHead), weight("K, V", 2, dModel, held * dHead)],
        last: weight("output", 1, own * dHead, dModel),
      };
    },
    latent: ({ dHead, dRope, dV, qRank, kvRank }) => ({
      ...about,
      name: `Latent attention: ${count(heads)} heads`,
      first: [
        weight("Q up", 1, qRank > 0 ? qRank : dModel, own * (dHead + dRope)),
        weight("K, V up", 1, kvRank, own * (dHead + dV)),
      ],
      last: weight("output", 1, own * dV, dModel),
    }),
  });
}

/** Feed-forward that tensor parallelism shards: a dense one, or the shared experts; null where a model has neither. */
function feedForwardPair({ mlp, dModel }: Model, tp: number): ShardedPair | null {
  const found: { readonly name: string; readonly mlp: DenseMlp; readonly width: number } | null =
    mlp.kind !== "moe"
      ? { name: "Feed-forward", mlp, width: mlp.dFf }
      : mlp.dense !== null && (mlp.denseLayers > 0 || mlp.every > 1)
        ? { name: "Feed-forward of a dense layer", mlp: mlp.dense, width: mlp.dense.dFf }
        : mlp.shared > 0
          ? { name: "Shared expert", mlp: mlp.expert, width: mlp.sharedDff }
          : null;
  if (found === null) return null;
  const own = found.width / tp;
  const gated = isGated(found.mlp);
  return {
    name: `${found.name}: ${count(dModel)} → ${count(found.width)} → ${count(dModel)}`,
    word: found.name === "Shared expert" ? "shared expert" : "feed-forward",
    first: [weight(gated ? "gate, up" : "up", gated ? 2 : 1, dModel, own)],
    last: weight("down", 1, own, dModel),
    held: [`${count(own)} of ${count(found.width)} columns`, `${count(own)} of ${count(found.width)} rows`],
  };
}
