import type { CollectiveOp } from "../../../src/measured/index.ts";

/** Numbers between 0 and 1 that a seed decides (mulberry32, Tommy Ettinger, public domain). */
export function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Normal deviate with mean 0 and deviation 1 (Box and Muller 1958). */
const normal = (random: () => number): number =>
  Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());

/** What a run should take: the parts of its step, and its collectives. */
export interface Step {
  readonly seconds: number;
  readonly matmul: number;
  readonly attention: number;
  readonly memoryBound: number;
  readonly optimizer: number;
  readonly collectives: readonly {
    readonly op: CollectiveOp;
    readonly dimension: string;
    readonly groupSize: number;
    readonly bytes: number;
    readonly count: number;
    readonly callSeconds: number;
    readonly totalSeconds: number;
    readonly exposedSeconds: number;
  }[];
}

/** A kernel as it would run: its name and its time, s. */
interface Piece {
  readonly name: string;
  readonly seconds: number;
}

/** What is broken in the machine or the program that a trace is made of. Nothing, if it is empty. */
export interface TraceFault {
  /** Kernels in place of a healthy one of this kind. */
  readonly kernels?: (kind: "matmul" | "attention" | "memory_bound" | "optimizer", one: Piece) => Piece[];
  /** Wait of the device before each compute kernel, s, and once at the step's start. */
  readonly gap?: number;
  readonly pause?: number;
  /** Factors on a call's bytes and time; `call` counts from 0. */
  readonly call?: (call: number) => { readonly bytes: number; readonly seconds: number };
  /** True where no collective runs beside computation. */
  readonly serial?: boolean;
  /** Kernel or copy that does not belong to the step, s. */
  readonly extra?: { readonly name: string; readonly category: string; readonly seconds: number };
}

const NAMES: Partial<Record<CollectiveOp, readonly [recorded: string, kernel: string]>> = {
  all_gather: ["_allgather_base", "ncclDevKernel_AllGather_RING_LL(ncclDevKernelArgsStorage<4096ul>)"],
  reduce_scatter: [
    "_reduce_scatter_base",
    "ncclDevKernel_ReduceScatter_Sum_bf16_RING_LL(ncclDevKernelArgsStorage<4096ul>)",
  ],
  all_reduce: ["allreduce", "ncclDevKernel_AllReduce_Sum_bf16_RING_LL(ncclDevKernelArgsStorage<4096ul>)"],
  send_recv: ["send", "ncclDevKernel_SendRecv(ncclDevKernelArgsStorage<4096ul>)"],
};

/**
 * Trace of one step as PyTorch's profiler writes it: a compute stream, and a stream of collectives of which the planned
 * share runs beside computation. Kernels jitter by 5%, parts by 1%.
 */
export function traceOf(step: Step, seed: number, fault: TraceFault = {}): string {
  const random = randomOf(seed);
  const events: object[] = [];
  let now = 0;
  const add = (name: string, cat: string, start: number, seconds: number, args: object): void => {
    events.push({ ph: "X", cat, name, pid: 0, tid: 7, ts: 1e6 * start, dur: 1e6 * seconds, args });
  };
  const calls = step.collectives.flatMap((one) =>
    new Array<Step["collectives"][number]>(one.count).fill(one),
  );
  const rare = 8;
  const spread = {
    matmul: (step.matmul * (1 + 0.01 * normal(random))) / calls.length,
    attention: (step.attention * (1 + 0.01 * normal(random))) / Math.ceil(calls.length / rare),
    memory_bound: (step.memoryBound * (1 + 0.01 * normal(random))) / Math.ceil(calls.length / rare),
  };
  const links = 1 + 0.01 * normal(random);
  const compute = (kind: keyof typeof spread | "optimizer", name: string, seconds: number): void => {
    const healthy = { name, seconds: seconds * (1 + 0.05 * normal(random)) };
    for (const piece of fault.kernels?.(kind, healthy) ?? [healthy]) {
      now += fault.gap ?? 0;
      add(piece.name, "kernel", now, piece.seconds, { device: 0, stream: 7 });
      now += piece.seconds;
    }
  };
  now += fault.pause ?? 0;
  for (const [at, call] of calls.entries()) {
    if (at % rare === 0) {
      compute("attention", "flash_fwd_kernel<Flash_fwd_kernel_traits<128, 128, 64>>", spread.attention);
      compute("memory_bound", "triton_red_fused__to_copy_add_native_layer_norm_3", spread.memory_bound);
    }
    compute("matmul", "ampere_bf16_s16816gemm_bf16_128x256_ldg8_f2f_stages_64x3_tn", spread.matmul);
    const { bytes, seconds } = fault.call?.(at) ?? { bytes: 1, seconds: 1 };
    const long = call.callSeconds * links * seconds * (1 + 0.05 * normal(random));
    const exposed = fault.serial
      ? 1
      : Math.max(call.exposedSeconds / call.totalSeconds, 1 - call.callSeconds / long);
    const hidden = Math.min((1 - exposed) * long, spread.matmul);
    const [recorded, kernel] = NAMES[call.op] ?? ["", ""];
    const elements = (call.bytes * bytes) / 2;
    add(kernel, "kernel", now - hidden, long, {
      ...{ device: 0, stream: 20, "Collective name": recorded, dtype: "BFloat16" },
      ...{ "In msg nelems": elements, "Out msg nelems": elements, "Group size": call.groupSize },
      "Process Group Description": call.dimension,
    });
    now += long - hidden;
  }
  for (let at = 0; at < 4; at++)
    compute("optimizer", "multi_tensor_apply_kernel<AdamFunctorMaster>", step.optimizer / 4);
  if (fault.extra) {
    add(fault.extra.name, fault.extra.category, now, fault.extra.seconds, { device: 0, stream: 7 });
    now += fault.extra.seconds;
  }
  // The device idles between steps for the share that the plan itself leaves.
  now += Math.max(0, idleOf(step));
  return JSON.stringify({
    deviceProperties: [{ id: 0, name: "NVIDIA A100-SXM4-80GB" }],
    distributedInfo: { backend: "nccl", rank: 0, world_size: 64 },
    traceEvents: [
      {
        ph: "X",
        cat: "user_annotation",
        name: "ProfilerStep#3",
        pid: 0,
        tid: 0,
        ts: 0,
        dur: 1e6 * now,
        args: {},
      },
      ...events,
    ],
  });
}

/** Idle time that the plan leaves: the bubble. */
function idleOf({ seconds, matmul, attention, memoryBound, optimizer, collectives }: Step): number {
  const exposed = collectives.reduce((sum, { exposedSeconds }) => sum + exposedSeconds, 0);
  return seconds - matmul - attention - memoryBound - optimizer - exposed;
}

/** What is broken in a run whose log is written. Nothing, if it is empty. */
export interface LogFault {
  /** Factor on the time of an iteration, from 1. */
  readonly time?: (iteration: number, random: () => number) => number;
  /** Line before an iteration's. */
  readonly line?: (iteration: number) => string | null;
  readonly iterations?: number;
  /** Iterations at which the run is started again. */
  readonly starts?: readonly number[];
  readonly args?: Readonly<Record<string, number>>;
  readonly batch?: number;
  /** Peak of the allocator, as a fraction of what the healthy run reserves. */
  readonly reserved?: number;
}

/** Log of Megatron-LM, with its arguments, a slow first iteration, and step times that jitter by 0.8%. */
export function logOf(seconds: number, reservedBytes: number, seed: number, fault: LogFault = {}): string {
  const random = randomOf(seed);
  const args = {
    tensor_model_parallel_size: 8,
    pipeline_model_parallel_size: 8,
    micro_batch_size: 1,
    ...fault.args,
  };
  const start = [
    "------------------------ arguments ------------------------",
    ...Object.entries(args).map(([name, value]) => `  ${name} ${".".repeat(30)} ${value}`),
    "-------------------- end of arguments ---------------------",
  ];
  const lines = [...start];
  let fresh = 0;
  for (let at = 1; at <= (fault.iterations ?? 200); at++) {
    if (fault.starts?.includes(at)) {
      lines.push(...start);
      fresh = 0;
    }
    const line = fault.line?.(at);
    if (line) lines.push(line);
    const warm = [4, 1.3][fresh++] ?? 1;
    const time = seconds * warm * (1 + 0.008 * normal(random)) * (fault.time?.(at, random) ?? 1);
    lines.push(
      ` iteration ${at}/ 1000 | elapsed time per iteration (ms): ${(1e3 * time).toFixed(1)} | global batch size: ${fault.batch ?? 64} | lm loss: 2.5E+00 |`,
    );
    if (at === 2) {
      const reserved = ((reservedBytes * (fault.reserved ?? 1)) / 2 ** 20).toFixed(1);
      lines.push(`[Rank 0] (after 2 iterations) memory (MB) | max reserved: ${reserved}`);
    }
  }
  return lines.join("\n");
}
