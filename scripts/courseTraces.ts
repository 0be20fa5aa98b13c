const FOLDER = "notebooks/course/traces";

/** Fault that a trace has. Times in µs. */
interface Fault {
  readonly rank?: number;
  /** Time between two launches of the host. */
  readonly launch?: number;
  /** Factor by which matmuls take longer. */
  readonly slow?: number;
  /** Rank that this one waits for in its all-reduces. */
  readonly slowest?: Fault;
  /** True where all-reduces run after the backward pass, on the stream of the computation. */
  readonly serial?: boolean;
}

const THROTTLED: Fault = { rank: 5, slow: 1.7 };

/**
 * Traces of lesson 22, synthesised: one step of GPT-2 with 124M parameters on 16 A100s, in the format of PyTorch's profiler
 * (pytorch/kineto, libkineto/src/output_json.cpp). No GPU was measured. Times are near those that the estimate gives, varied by a
 * few percent; each trace but the first has one fault, which the lesson asks for.
 */
export function courseTraces(): Readonly<Record<string, () => string>> {
  const traces: Readonly<Record<string, Fault>> = {
    healthy: {},
    a: { launch: 105 },
    b: { serial: true },
    c0: { slowest: THROTTLED },
    c5: THROTTLED,
  };
  return Object.fromEntries(
    Object.entries(traces).map(([name, fault]) => [`${FOLDER}/trace-${name}.json`, () => traceOf(fault)]),
  );
}

interface Kernel {
  readonly name: string;
  readonly micros: number;
}

const GEMM = "ampere_bf16_s16816gemm_bf16_128x128_ldg8_f2f_stages_32x5";
const NORM = "void at::native::(anonymous namespace)::vectorized_layer_norm_kernel";
const NORM_BACKWARD = "void at::native::(anonymous namespace)::layer_norm_grad_input_kernel";
const GELU = "void at::native::vectorized_elementwise_kernel<GeluCUDAKernelImpl>";
const ADD = "void at::native::vectorized_elementwise_kernel<CUDAFunctor_add>";
const LOSS = "void at::native::(anonymous namespace)::cunn_SoftMaxForward";
const LOSS_BACKWARD = "void at::native::(anonymous namespace)::cunn_SoftMaxBackward";
const EMBEDDING = "void at::native::(anonymous namespace)::indexSelectLargeIndex";
const EMBEDDING_BACKWARD = "void at::native::(anonymous namespace)::embedding_backward_kernel";
const FLASH = "pytorch_flash::flash_fwd_kernel";
const FLASH_BACKWARD = "pytorch_flash::flash_bwd_dq_dk_dv_loop_seqk_parallel_kernel";
const ADAM = "void at::native::(anonymous namespace)::multi_tensor_apply_kernel<FusedAdamMathFunctor>";

const LAYERS = 12;
const one = (name: string, micros: number): Kernel => ({ name, micros });
const FORWARD = [
  ...[one(NORM, 15), one(GEMM, 68), one(FLASH, 72), one(GEMM, 26), one(ADD, 14)],
  ...[one(NORM, 15), one(GEMM, 92), one(GELU, 36), one(GEMM, 92), one(ADD, 14)],
];
const BACKWARD = [
  ...[
    one(GEMM, 94),
    one(GEMM, 94),
    one(GELU, 44),
    one(GEMM, 94),
    one(GEMM, 94),
    one(NORM_BACKWARD, 32),
    one(ADD, 14),
  ],
  ...[
    one(GEMM, 28),
    one(GEMM, 28),
    one(FLASH_BACKWARD, 180),
    one(GEMM, 68),
    one(GEMM, 68),
    one(NORM_BACKWARD, 32),
  ],
];
const HEAD = [one(GEMM, 4000), one(LOSS, 400)];
const HEAD_BACKWARD = [one(LOSS_BACKWARD, 600), one(GEMM, 4100), one(GEMM, 4100)];
const OPTIMIZER = [0, 1, 2, 3].map(() => one(ADAM, 600));

/** Time of an all-reduce of half of the gradients, µs. */
const REDUCE = 13_200;

interface Event {
  readonly name: string;
  readonly start: number;
  readonly micros: number;
}

/** Kernels of both passes: when half of the gradients are ready, when all are, and when the host has launched the last. */
function passes({ rank = 0, launch = 8, slow = 1 }: Fault): {
  readonly events: readonly Event[];
  readonly half: number;
  readonly end: number;
  readonly launched: number;
} {
  const next = variation(rank + 1);
  const events: Event[] = [];
  let [launched, free, half] = [START, START, START];
  const run = (kernels: readonly Kernel[]) => {
    for (const { name, micros } of kernels) {
      launched += launch;
      const start = Math.max(launched, free);
      const length = micros * next() * (name === GEMM ? slow : 1);
      events.push({ name, start, micros: length });
      free = start + length + 1;
    }
  };
  run([one(EMBEDDING, 60)]);
  for (let layer = 0; layer < LAYERS; layer++) run(FORWARD);
  run(HEAD);
  run(HEAD_BACKWARD);
  for (let layer = LAYERS - 1; layer >= 0; layer--) {
    run(BACKWARD);
    // Head and upper layers have half of the parameters.
    if (layer === LAYERS - 1) half = free;
  }
  run([one(EMBEDDING_BACKWARD, 280)]);
  return { events, half, end: free, launched };
}

function traceOf(fault: Fault): string {
  const { rank = 0, launch = 8, serial = false, slowest } = fault;
  const own = passes(fault);
  // An all-reduce begins when its rank is ready, and moves bytes when all are.
  const all = slowest ? passes(slowest) : own;
  const first = { start: serial ? own.end : own.half, end: Math.max(own.half, all.half) + REDUCE };
  if (serial) first.end = own.end + REDUCE;
  const second = {
    start: Math.max(first.end, own.end),
    end: Math.max(first.end, own.end, all.end) + REDUCE,
  };
  const next = variation(rank + 100);
  let [free, launched] = [second.end + 2, serial ? second.end : own.launched];
  const optimizer = OPTIMIZER.map(({ name, micros }): Event => {
    launched += launch;
    const start = Math.max(launched, free);
    const length = micros * next();
    free = start + length + 1;
    return { name, start, micros: length };
  });
  const reduces = [first, second].map(({ start, end }) => ({ name: REDUCES, start, micros: end - start }));
  const about = {
    schemaVersion: 1,
    synthesised: "by scripts/courseTraces.ts for lesson 22; no GPU was measured",
    deviceProperties: [{ id: 0, name: "NVIDIA A100-SXM4-80GB" }],
    distributedInfo: { backend: "nccl", rank, world_size: 16 },
  };
  const step = {
    ...{ ph: "X", cat: "user_annotation", name: "ProfilerStep#12", pid: 1, tid: 1 },
    ...{ ts: START, dur: Math.round(free - START + 30), args: {} },
  };
  const lines = [
    JSON.stringify(step),
    ...[...own.events, ...optimizer].map((event) => lineOf(event, 7)),
    ...reduces.map((event) => lineOf(event, serial ? 7 : 20, CALL)),
  ];
  return `${JSON.stringify(about).slice(0, -1)},"traceEvents":[\n${lines.join(",\n")}\n]}\n`;
}

const REDUCES = "ncclDevKernel_AllReduce_Sum_bf16_RING_LL(ncclDevKernelArgsStorage<4096ul>)";
/** Arguments that PyTorch records of the all-reduce of half of the gradients. */
const CALL = {
  ...{ "Collective name": "allreduce", "In msg nelems": 62_220_000, "Out msg nelems": 62_220_000 },
  ...{ dtype: "BFloat16", "Group size": 16, "Process Group Description": "mesh_dp" },
};

const tenths = (micros: number): number => Math.round(micros * 10) / 10;

const lineOf = ({ name, start, micros }: Event, stream: number, more: object = {}): string =>
  JSON.stringify({
    ...{ ph: "X", cat: "kernel", name, pid: 0, tid: stream, ts: tenths(start), dur: tenths(micros) },
    args: { device: 0, stream, ...more },
  });

const START = 1_000_000;

/** Pseudo-random factors within 4% of 1, the same on every run. */
function variation(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return 0.96 + (0.08 * state) / 2 ** 32;
  };
}
