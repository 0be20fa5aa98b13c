import { isPositive } from "../../core/isPositive.ts";
import * as book from "../../formulas/communication/collectives.ts";
import * as payloads from "../../formulas/communication/payloads.ts";
import type { CollectiveOp } from "../collectives/collectiveTime.ts";
import { recurring } from "../communication/communication.ts";
import type { Compressed } from "../communication/compressed.ts";
import type { Overlapping } from "../communication/overlap.ts";
import { expertReplicaGroup, expertShardGroup } from "../fabric/expertGroups.ts";
import { copyGroup, type Group, groupOf, islandReplicas, shardGroup } from "../fabric/groups.ts";
import type { Context } from "../inputs/context.ts";
import { type GradientScatter, gradientScatter, type UpdatePasses } from "./gradientScatter.ts";
import type { ReplicaSend, Stretch } from "./replicaSend.ts";

/** Parameters of a pipeline stage whose weights and gradients its replicas exchange. */
export interface Replicated<N> {
  /**
   * Number of parameters with gradients; null where all are frozen. `gathered` is the bytes of weights that ZeRO 3
   * gathers for a pass; `again` is the bytes that it gathers once more for recomputation, or null (gatheredAgain).
   */
  readonly params: N | null;
  readonly gathered: N;
  readonly again: N | null;
  /**
   * Share of each of a layer's modules in the layer's weights, for frameworks in which a module's computation hides
   * only the transfer of the next module's weights (modulesOf). null where a whole pass can hide transfers.
   */
  readonly modules: readonly number[] | null;
  /** Suffix to the names of the sent tensors where only some parts of the model are meant, such as " of parts with tp 2". */
  readonly of?: string;
  /** False where other layers of the stage run backward after these, so that they can hide all gradients. */
  readonly last?: boolean;
  /** Properties of gradient compression; null where the plan does not compress gradients. */
  readonly compressed: Compressed<N> | null;
}

/**
 * Groups of the ranks that hold the same weights. The ranks of `shard` shard the optimizer state between them. The
 * ranks of `copies` hold the same shard of it; one rank where the state is not copied.
 */
interface Replicas {
  readonly shard: Group;
  readonly copies: Group;
}

/**
 * Data-parallel collectives of one step over the ranks that hold the same weights, including context-parallel ranks
 * (arXiv:1910.02054, section 7; arXiv:2304.11277). Without ZeRO gradients are all-reduced once. ZeRO 1 reduce-scatters
 * gradients and all-gathers the updated weights. ZeRO 2 can reduce-scatter more often, because a rank stores only its
 * shard of the gradients. Both all-reduce instead under the field `whole_reduction`. ZeRO 3 also gathers each layer's
 * weights, forward and backward, for every micro-batch. Gradients are sent in the framework's buckets. Where only some
 * of the ranks shard the state, the ranks that hold the same shard all-reduce its gradients once a step
 * (arXiv:2205.00119, section 3.4).
 */
export function dataParallelSends<N>(
  ctx: Context<N>,
  passes: UpdatePasses<N>,
  held: Replicated<N>,
): readonly ReplicaSend<N>[] {
  const { plan, cluster } = ctx.scenario;
  const whole = plan.zero === 0 || plan.dpShard === islandReplicas(plan);
  return overReplicas(ctx, passes, held, ctx.x.shards, held.of ?? "", {
    shard: ranksOf(ctx, whole ? groupOf(plan, cluster, "dp") : shardGroup(plan, cluster)),
    copies: whole ? ALONE : ranksOf(ctx, copyGroup(plan, cluster)),
  });
}

/**
 * Data-parallel collectives of one step for routed experts, which have fewer replicas than other parameters. `held` is
 * the experts' parameters; `shards` is the number of ranks that shard their optimizer state.
 */
export function expertReplicaSends<N>(
  ctx: Context<N>,
  passes: UpdatePasses<N>,
  held: Replicated<N>,
  shards: N,
): readonly ReplicaSend<N>[] {
  const { plan, cluster } = ctx.scenario;
  const whole = plan.zero === 0 || plan.dpShard === islandReplicas(plan);
  return overReplicas(ctx, passes, held, shards, " of experts", {
    shard: ranksOf(ctx, whole ? expertReplicaGroup(plan, cluster) : expertShardGroup(plan, cluster)),
    copies: whole ? ALONE : ranksOf(ctx, copyGroup(plan, cluster)),
  });
}

const ALONE: Group = { size: 1, inner: 1, outer: 1, tier: "scale_up" };

/**
 * Data-parallel collectives of one step over the groups `replicas`, as the plan's ZeRO stage needs them. `of` is a
 * suffix to the names of the sent tensors, such as " of experts". Empty where nothing is trained, except under ZeRO 3.
 */
function overReplicas<N>(
  ctx: Context<N>,
  passes: UpdatePasses<N>,
  held: Replicated<N>,
  shards: N,
  of: string,
  replicas: Replicas,
): readonly ReplicaSend<N>[] {
  const { alg, scenario } = ctx;
  const { plan } = scenario;
  const { params } = held;
  if (params === null && plan.zero < 3) return [];
  const P = params ?? alg.sum("parameters with gradients", "param", []);
  const { gathered, again, modules, compressed, last = true } = held;
  const { shard, copies } = replicas;
  const sends = new ReplicaSends(ctx, passes, {
    ...{ params, gathered, again, modules, compressed, last },
    ...{ P, shards, of, shard, copies },
  });
  if (replicas.shard.size === 1) return params === null ? [] : sends.meeting();
  switch (plan.zero) {
    case 0:
      return [sends.allReduced()];
    case 1:
    case 2:
      return [sends.scattered(), ...sends.meeting(), sends.updated()];
    case 3:
      return sends.sharded();
  }
}

/** Replicated parameters, the groups of ranks that hold them, and the number of shards of their optimizer state. */
interface ReplicaState<N> extends Replicated<N>, Replicas {
  /** Parameters with gradients; 0 where there are none. */
  readonly P: N;
  readonly shards: N;
  /** Suffix to the names of the sent tensors. */
  readonly of: string;
}

/** Makes the data-parallel collectives of one step for one set of replicated parameters (`ReplicaState`). */
class ReplicaSends<N> {
  readonly #ctx: Context<N>;
  readonly #passes: UpdatePasses<N>;
  readonly #state: ReplicaState<N>;
  readonly #scatter: GradientScatter<N>;
  readonly #lastLayer: N;
  /** Bytes of the updated weights that ZeRO 1 and 2 gather after the optimizer step. */
  readonly #weights: N;

  constructor(ctx: Context<N>, passes: UpdatePasses<N>, state: ReplicaState<N>) {
    const { alg, x } = ctx;
    this.#ctx = ctx;
    this.#passes = passes;
    this.#state = state;
    const scatter = gradientScatter(ctx, passes);
    const covered =
      state.last === false
        ? alg.constant("share that stays exposed", 0, "1", "layers of other groups run backward later")
        : null;
    this.#scatter = covered === null ? scatter : { ...scatter, last: covered };
    this.#lastLayer = covered ?? alg.apply(payloads.lastLayerShare, { L_r: passes.layers });
    this.#weights = alg.apply(payloads.gradientPayload, { B_x: x.gatherBytes, P: state.P });
  }

  /** All-reduce of gradients without ZeRO: every rank holds the whole optimizer state. */
  allReduced(): ReplicaSend<N> {
    return this.#shrunk(this.#scatter.during, "all_reduce", this.#reduced);
  }

  /**
   * Reduce-scatter of gradients under ZeRO 1 and 2; under the field `whole_reduction` one all-reduce after all passes.
   */
  scattered(): ReplicaSend<N> {
    const atOnce = (op: CollectiveOp, gradients: N): Overlapping<N> =>
      this.#over(this.#state.shard, op, "gradients", gradients, this.#ctx.x.one);
    return this.#ctx.scenario.plan.framework.wholeReduction
      ? this.#shrunk(null, "all_reduce", atOnce)
      : this.#shrunk(this.#scatter.during, "reduce_scatter", this.#reduced);
  }

  /** All-gather of updated weights under ZeRO 1 and 2, once a step. */
  updated(): ReplicaSend<N> {
    const { x, scenario } = this.#ctx;
    const { gatherOverlap, layerTensors } = scenario.plan.framework;
    return this.#during(
      gatherOverlap ? "first forward" : null,
      this.#bucketed(
        "all_gather",
        "weights",
        this.#weights,
        x.one,
        undefined,
        layerTensors > 0 ? this.#tensors() : undefined,
      ),
    );
  }

  /**
   * All-reduce of gradient shards over the ranks that hold the same shard of the state, overlapping the last backward
   * pass. Empty where the state is not copied.
   */
  meeting(): readonly ReplicaSend<N>[] {
    const { copies, shards } = this.#state;
    if (copies.size === 1) return [];
    const { alg, x } = this.#ctx;
    const shares = this.#shrunk("last backward", "all_reduce", (op, gradients) => {
      const share = alg.apply(payloads.shardBytes, { Q: gradients, n: shards });
      return this.#over(copies, op, "shares of gradients", share, x.one);
    });
    return [shares];
  }

  /**
   * Collectives of ZeRO 3: reduce-scatters of gradients, and all-gathers of each layer's weights before each pass that
   * needs them.
   */
  sharded(): readonly ReplicaSend<N>[] {
    const { alg, x, scenario } = this.#ctx;
    const { plan } = scenario;
    const { layers, m } = this.#passes;
    const { params, gathered, again, shard: group } = this.#state;
    // One unit for each layer. A stage with only an end of the model gathers it as one unit.
    const units = alg.atMost(x.one, layers) ? layers : x.one;
    const gather = (stretch: Stretch, pass: string, times: N, whole = gathered): ReplicaSend<N> => {
      const bytes = alg.apply(payloads.shardBytes, { Q: whole, n: units });
      const calls = alg.apply(book.product, { n: units, n_c: times });
      const sent = this.#over(group, "all_gather", `weights of a layer, ${pass}`, bytes, calls);
      return this.#during(plan.prefetch > 0 ? stretch : null, sent);
    };
    const found: ReplicaSend<N>[] = [];
    if (params !== null) {
      const { during, times, last } = this.#scatter;
      const scattered = plan.gradientScatter === "micro_batch" ? "backward" : during;
      const gradients = this.#shrunk(scattered, "reduce_scatter", (op, gradients) =>
        this.#over(group, op, "gradients", gradients, times, last),
      );
      found.push(gradients, ...this.meeting());
    }
    if (plan.reshardAfter === "step") return [...found, gather("first forward", "once a step", x.one)];
    found.push(gather("forward", "forward", m));
    if (plan.reshardAfter === "backward") return found;
    found.push(gather("backward", "backward", m));
    if (again !== null) found.push(gather("backward", "backward, after recomputation", m, again));
    return found;
  }

  #over(
    ranks: Group,
    op: CollectiveOp,
    sent: string,
    bytes: N,
    calls: N,
    share = this.#lastLayer,
  ): Overlapping<N> {
    const { modules, of } = this.#state;
    return {
      sent: recurring(this.#ctx, { dimension: "dp", op, what: `${sent}${of}`, group: ranks, bytes, calls }),
      share,
      modules: this.#ctx.scenario.plan.zero === 3 ? modules : null,
    };
  }

  #during(stretch: Stretch | null, ...ways: readonly Overlapping<N>[]): ReplicaSend<N> {
    return { during: this.#ctx.scenario.plan.overlap.dp ? stretch : null, ways };
  }

  /** Number of a stage's weight tensors, for frameworks that gather each tensor separately (field `layer_tensors`). */
  #tensors(): N {
    const { alg, x } = this.#ctx;
    return alg.sum("tensors of a stage's weights", "1", [
      {
        label: "weight tensors of the stage's layers",
        value: alg.apply(book.product, { n: this.#passes.layers, n_c: x.layerTensors }),
      },
      { label: "weight tensor of embedding or head", value: x.one },
    ]);
  }

  /** Makes a collective of `whole` bytes that is sent in `n` equal parts: by default the framework's buckets. */
  #bucketed(
    op: CollectiveOp,
    what: string,
    whole: N,
    times: N,
    share?: N,
    n = this.#bucketsOf(whole),
  ): Overlapping<N> {
    const { alg } = this.#ctx;
    const bytes = alg.apply(payloads.shardBytes, { Q: whole, n });
    return this.#over(this.#state.shard, op, what, bytes, alg.apply(book.product, { n, n_c: times }), share);
  }

  #bucketsOf(Q: N): N {
    const { alg, x } = this.#ctx;
    return alg.apply(payloads.buckets, { Q, Q_b: x.bucketBytes, Q_r: x.bucketRankBytes, d: x.shards });
  }

  /** Makes a gradient reduction in buckets: of the whole stage at once, or of its chunks one by one. */
  readonly #reduced = (op: CollectiveOp, gradients: N): Overlapping<N> => {
    const { alg } = this.#ctx;
    const { times, parts, last } = this.#scatter;
    if (parts === null) return this.#bucketed(op, "gradients", gradients, times, last);
    const part = alg.apply(payloads.shardBytes, { Q: gradients, n: parts });
    return this.#bucketed(op, "gradients", part, alg.apply(book.product, { n: parts, n_c: times }), last);
  };

  /**
   * Makes a gradient reduction: uncompressed, or in two variants where the plan compresses gradients (uncompressed
   * during warm-up, compressed in all later steps).
   */
  #shrunk(
    stretch: Stretch | null,
    op: CollectiveOp,
    of: (op: CollectiveOp, gradients: N) => Overlapping<N>,
  ): ReplicaSend<N> {
    const { alg, x } = this.#ctx;
    const { P, compressed, shard: group } = this.#state;
    const payload = (B_x: N): N => alg.apply(payloads.gradientPayload, { B_x, P });
    const plain = payload(x.reduceBytes);
    if (compressed === null) return this.#during(stretch, of(op, plain));
    const small = compressed.gathers ? "all_gather" : compressed.whole ? "all_reduce" : op;
    const one = of(small, payload(compressed.bytes(x.reduceBytes, group.size)));
    const sent = { ...one.sent, what: `${one.sent.what}, compressed` };
    const ways: Overlapping<N>[] = [{ ...one, sent, ofSteps: compressed.after }];
    if (isPositive(alg, compressed.before)) ways.unshift({ ...of(op, plain), ofSteps: compressed.before });
    return this.#during(stretch, ...ways);
  }
}

/**
 * Group by which a framework's collectives run: `group` itself, or for frameworks whose collectives ignore nodes
 * (`flat_collectives`) a group that has each rank in a node of its own.
 */
function ranksOf<N>({ scenario }: Context<N>, group: Group): Group {
  return scenario.plan.framework.flatCollectives && group.tier === "both"
    ? { ...group, ...aloneInBlocks(group), inner: 1, outer: group.size, tier: "scale_out" }
    : group;
}

/**
 * Numbers of blocks (leaves, pods, sites) for a group whose collectives ignore nodes: a ring then leaves the block
 * after every rank, as if each rank had a block of its own.
 */
function aloneInBlocks({ size, blocks }: Group): Pick<Group, "blocks"> {
  if (blocks === undefined) return {};
  const each = (reached: number) => (reached > 1 ? size : 1);
  const { leaf, pod, site } = blocks;
  return { blocks: { leaf: each(leaf), pod: each(pod), site: each(site) } };
}
