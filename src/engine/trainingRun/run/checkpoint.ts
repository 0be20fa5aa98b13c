import type { Part } from "../../core/algebra.ts";
import type { CheckpointEstimate } from "../../estimate/checkpointEstimate.ts";
import * as book from "../../formulas/run/checkpoint.ts";
import type { Checkpoint } from "../../scenario/checkpoint.ts";
import type { ModelContext } from "../../trainingStep/model/layerContext.ts";
import type { ParamsOfStages } from "../../trainingStep/model/loraParams.ts";
import type { StageParams } from "../../trainingStep/model/stageParams.ts";
import { hostShare } from "../../trainingStep/offload/hostShare.ts";

/**
 * Estimates one checkpoint of a plan: its size, the pause of training, and its write and load times; null without checkpoints.
 * `params` is the model's trained parameters; `onDevice` has all parameters of each stage.
 */
export function checkpoint<N>(
  ctx: ModelContext<N>,
  params: N,
  onDevice: StageParams<N>,
): CheckpointEstimate<N> | null {
  const { alg, x, scenario } = ctx;
  const { checkpoint } = scenario.plan;
  if (!checkpoint) return null;
  const size = alg.apply(book.checkpointBytes, { ...stateBytes(ctx), P: params });
  const perDevice = fullest(
    ctx,
    "bytes of the device that saves most",
    trained(onDevice),
    onDevice,
    (P, owners) => saved(ctx, checkpoint, P, owners),
  );
  const n_d = x.nodeDevices;
  const c_f = writtenShare(ctx, checkpoint);
  const W_N = outOfNode(ctx);
  const copy = alg.apply(book.checkpointCopy, { Q_h: perDevice, c_f, R_h: hostShare(ctx) });
  const write = writeTime(ctx, checkpoint, { Q: size, Q_h: perDevice, c_f, W_N });
  const none = alg.constant("while training continues", 0, "s", "training waits for it");
  const stall = {
    label: "planning, staging and barriers of a checkpoint",
    value: alg.input("plan.checkpoint.stall", checkpoint.stallSeconds, "s"),
  };
  return {
    size,
    perDevice,
    blocking: alg.sum(
      "time a checkpoint stops training",
      "s",
      checkpoint.async
        ? [
            stall,
            { label: "copying the checkpoint to the host", value: copy },
            ...interference(ctx, checkpoint, { c_f, Q_h: perDevice, n_d, W_N }),
          ]
        : [
            stall,
            {
              label: "copying and writing the checkpoint",
              value: alg.max("copying to the host and writing, at once", "s", [
                { label: "copying the checkpoint to the host", value: copy },
                { label: "writing the checkpoint", value: write },
              ]),
            },
          ],
    ),
    unsafe: checkpoint.async ? write : none,
    load: loadTime(ctx, checkpoint, onDevice, { n_d, W_N }),
  };
}

/**
 * Time, s, that gradients wait for a checkpoint that is written during training over the same NICs. Empty where they share
 * none.
 */
function interference<N>(
  { alg, x, scenario }: ModelContext<N>,
  { to }: Checkpoint,
  of: { readonly c_f: N; readonly Q_h: N; readonly n_d: N; readonly W_N: N },
): readonly Part<N>[] {
  if (to !== "storage" || !scenario.cluster.scaleOut || scenario.plan.dp === 1) return [];
  return [
    {
      label: "network time that checkpoints take from gradients",
      value: alg.apply(book.sharedNetwork, { ...of, n: x.one }),
    },
  ];
}

const stateBytes = <N>({ x }: ModelContext<N>) => ({
  B_w: x.weightBytes,
  B_m: x.masterBytes,
  n_o: x.moments,
  B_o: x.momentBytes,
});

/** Parameters in a checkpoint: the trained ones, under LoRA the adapters only. */
const trained = <N>(onDevice: StageParams<N>): ParamsOfStages<N> =>
  onDevice.lora?.adapters ?? onDevice.trained ?? onDevice;

/**
 * `replicas`: number of devices that hold the same parameters. `shards`: number of these devices over which their state is
 * sharded.
 */
interface Owners<N> {
  readonly replicas: N;
  readonly shards: N;
}

/**
 * Largest value over all pipeline stages of a quantity per device, B. `of` computes it from parameters and their owners;
 * routed experts have their own owners.
 */
function fullest<N>(
  ctx: ModelContext<N>,
  result: string,
  { stages, experts }: ParamsOfStages<N>,
  { byDegree }: StageParams<N>,
  of: (P: N, owners: Owners<N>) => N,
): N {
  const { alg, x } = ctx;
  const expert = ctx.kinds.find((kind) => kind.experts)?.experts;
  const each = stages.map((P, i): Part<N> => {
    const degrees = (byDegree[i] ?? []).map(({ label, P: held, ctx: { x: own } }) => ({
      label: `state of ${label}`,
      value: of(held, { replicas: own.replicas, shards: own.shards }),
    }));
    const dense =
      degrees.length > 0
        ? alg.sum("state of a device", "B", degrees)
        : of(P, { replicas: x.replicas, shards: x.shards });
    const E = experts[i];
    if (E === undefined || E === null || !expert)
      return { label: `checkpoint state of a device of stage ${i}`, value: dense };
    const value = alg.sum("state of a device", "B", [
      { label: "state except routed experts", value: dense },
      { label: "state of routed experts", value: of(E, expert) },
    ]);
    return { label: `checkpoint state of a device of stage ${i}`, value };
  });
  return alg.max(result, "B", each);
}

/** Bytes that one device writes of `P_x` parameters. */
function saved<N>(ctx: ModelContext<N>, { writers }: Checkpoint, P_x: N, { replicas, shards }: Owners<N>): N {
  const { alg, x, scenario } = ctx;
  const { zero } = scenario.plan;
  return writers === "all" || zero >= 3
    ? alg.apply(book.sharedSave, { ...stateBytes(ctx), P_x, n: replicas })
    : alg.apply(book.firstSave, { ...stateBytes(ctx), P_x, n_s: zero >= 1 ? shards : x.one });
}

function writtenShare<N>({ alg, x }: ModelContext<N>, checkpoint: Checkpoint): N {
  return checkpoint.fullEvery === 1 ? x.one : alg.apply(book.changedShare, increments({ alg }, checkpoint));
}

const increments = <N>({ alg }: Pick<ModelContext<N>, "alg">, { fullEvery, changed }: Checkpoint) => ({
  n: alg.input("plan.checkpoint.full_every", fullEvery, "1"),
  c_x: alg.input("plan.checkpoint.changed", changed, "1"),
});

/** Bandwidth out of a node, B/s. Without a network between nodes, it is the bandwidth of the storage. */
function outOfNode<N>({ alg, x, scenario }: ModelContext<N>): N {
  return scenario.cluster.scaleOut
    ? alg.apply(book.nodeBandwidth, { W_n: x.nicRate, n_nic: x.nics })
    : storage({ alg, scenario });
}

const storage = <N>({ alg, scenario }: Pick<ModelContext<N>, "alg" | "scenario">): N =>
  alg.input("cluster.storage_bandwidth", scenario.cluster.storageBytesPerSecond, "B/s");

/** Bandwidth of all drives of a node together, B/s; 0 without drives. */
function drives<N>({ alg, scenario }: ModelContext<N>, what: "read" | "write"): N {
  const { drives } = scenario.cluster;
  const each = drives === null ? 0 : drives[what === "read" ? "readBytesPerSecond" : "writeBytesPerSecond"];
  return alg.apply(book.drivesRate, {
    n: alg.input("cluster.nvme.count", drives?.count ?? 0, "1"),
    W_d: alg.input(`cluster.nvme.${what}`, each, "B/s"),
  });
}

function writeTime<N>(
  ctx: ModelContext<N>,
  { to, replicas }: Checkpoint,
  { Q, ...of }: { readonly Q: N; readonly Q_h: N; readonly c_f: N; readonly W_N: N },
): N {
  const { alg, x } = ctx;
  const n_d = x.nodeDevices;
  if (to === "storage") return alg.apply(book.storageWrite, { Q, W_s: storage(ctx), n_d, ...of });
  if (to === "local") return alg.apply(book.nodeWrite, { ...of, n: x.one, n_d, W_N: drives(ctx, "write") });
  const others = alg.constant("copies on other hosts", replicas - 1, "1", "plan.checkpoint.replicas - 1");
  return alg.apply(book.nodeWrite, { ...of, n: others, n_d });
}

function loadTime<N>(
  ctx: ModelContext<N>,
  checkpoint: Checkpoint,
  onDevice: StageParams<N>,
  node: { readonly n_d: N; readonly W_N: N },
): N {
  const { alg, x, scenario } = ctx;
  const { zero } = scenario.plan;
  const held = (of: ParamsOfStages<N>, state: ReturnType<typeof stateBytes<N>>): N =>
    fullest(ctx, "state of the fullest device", of, onDevice, (P_x, { shards }) =>
      alg.apply(book.heldState, {
        ...state,
        P_x,
        n: zero >= 3 ? shards : x.one,
        n_s: zero >= 1 ? shards : x.one,
      }),
    );
  // All weights are loaded below; only the trained ones have a state besides.
  const none = alg.constant("weights counted with the frozen ones", 0, "B", "definition");
  const own = onDevice.trained === null ? stateBytes(ctx) : { ...stateBytes(ctx), B_w: none };
  const saved = held(trained(onDevice), own);
  const frozen = alg.constant("optimizer state of frozen weights", 0, "B", "arXiv:2106.09685, section 4.2");
  const Q_s =
    onDevice.lora || onDevice.trained
      ? alg.sum("state of the fullest device", "B", [
          { label: onDevice.lora ? "saved state of the adapters" : "state of trained weights", value: saved },
          {
            label: onDevice.lora ? "frozen weights" : "all weights",
            value: held(onDevice, { ...stateBytes(ctx), B_m: frozen, B_o: frozen }),
          },
        ])
      : saved;
  const c_l = checkpoint.fullEvery === 1 ? x.one : alg.apply(book.readShare, increments(ctx, checkpoint));
  if (checkpoint.to === "storage")
    return alg.apply(book.stateLoad, { c_l, n_g: x.devices, Q_s, W_s: storage(ctx), ...node });
  // The source is the node's own drives, or the memory of hosts with copies.
  const W_N = checkpoint.to === "local" ? drives(ctx, "read") : node.W_N;
  return alg.apply(book.nodeWrite, { c_f: c_l, n: x.one, Q_h: Q_s, n_d: node.n_d, W_N });
}
