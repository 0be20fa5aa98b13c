import type { Plan } from "./scenario.ts";
import { chunksPerStage } from "./schedule.ts";

/** One pass of one micro-batch through one chunk of a stage. */
export interface Step {
  readonly kind: "forward" | "backward" | "weights";
  readonly microBatch: number;
  readonly chunk: number;
  /** Runs together with the backward after it: both begin when both can, and hand over when both have ended. */
  readonly paired?: boolean;
}

type OrderOf = Pick<Plan, "schedule" | "pp" | "vpp" | "numMicroBatches">;

/**
 * What a stage does, in order. Gradients of the weights are listed by DualPipe only; the zero-bubble schedules run them
 * wherever a stage would wait.
 */
export function orderOf(plan: OrderOf, stage: number): readonly Step[] {
  switch (plan.schedule) {
    case "zb_v":
      return vOrder(plan, stage);
    case "dualpipe":
      return dualPipeOrder(plan, stage);
    default:
      return oneByOne(plan, stage);
  }
}

/** Forwards to fill the pipeline, then one forward and one backward in turn, then backwards. */
function oneByOne(plan: OrderOf, stage: number): readonly Step[] {
  const { pp, numMicroBatches: m, schedule } = plan;
  const v = chunksPerStage(plan);
  const total = m * v;
  const after = pp - stage - 1;
  const warmUp =
    schedule === "gpipe"
      ? total
      : v > 1
        ? 2 * after + (v - 1) * pp
        : schedule === "zb_h2"
          ? 2 * after
          : after;
  const filling = Math.min(warmUp, total);
  const step = (kind: Step["kind"], k: number): Step => {
    const inGroup = k % (pp * v);
    const chunk = Math.floor(inGroup / pp);
    const microBatch = v > 1 ? Math.floor(k / (pp * v)) * pp + (inGroup % pp) : k;
    return { kind, microBatch, chunk: v === 1 ? 0 : kind === "forward" ? chunk : v - 1 - chunk };
  };
  const steps: Step[] = [];
  for (let k = 0; k < filling; k++) steps.push(step("forward", k));
  for (let k = filling; k < total; k++) steps.push(step("forward", k), step("backward", k - filling));
  for (let k = total - filling; k < total; k++) steps.push(step("backward", k));
  return steps;
}

/**
 * ZB-V as a building block that repeats every six units of time (two forwards, two backwards, two gradients of weights),
 * as arXiv:2405.15362, section 3, builds its schedules: neighbours on the way are three units apart, so that no stage has
 * two passes at once and each holds the activations of 2p chunks.
 */
function vOrder({ pp, numMicroBatches: m }: OrderOf, stage: number): readonly Step[] {
  const down = pp - 1 - stage;
  const turn = 3 * (pp - 1) + 1;
  const begins = [
    { kind: "forward", chunk: 0, at: 3 * stage },
    { kind: "forward", chunk: 1, at: turn + 3 * down },
    { kind: "backward", chunk: 1, at: turn + 3 * (pp - 1) + 1 + 3 * stage },
    { kind: "backward", chunk: 0, at: turn + 6 * (pp - 1) + 4 + 3 * down },
  ] as const;
  return begins
    .flatMap(({ kind, chunk, at }) =>
      Array.from({ length: m }, (_, microBatch) => ({ kind, chunk, microBatch, at: at + 6 * microBatch })),
    )
    .sort((a, b) => a.at - b.at)
    .map(({ kind, chunk, microBatch }) => ({ kind, chunk, microBatch }));
}

/**
 * DualPipe (arXiv:2412.19437, figure 5): the first half of the micro-batches enters at the first stage, the second half
 * at the last. `near` is the direction whose beginning is nearer. Needs two micro-batches a stage.
 */
function dualPipeOrder({ pp, numMicroBatches: m }: OrderOf, stage: number): readonly Step[] {
  const half = m / 2;
  const fromEnd = Math.min(stage, pp - 1 - stage);
  const toMiddle = pp / 2 - 1 - fromEnd;
  const near = stage < pp / 2 ? 0 : 1;
  const far = 1 - near;
  const steps: Step[] = [];
  const done = { forward: [0, 0], backward: [0, 0] };
  const late: Step[] = [];
  const weights = () => {
    const next = late.shift();
    if (next) steps.push(next);
  };
  const pass = (kind: "forward" | "backward", chunk: number, paired = false) => {
    const k = done[kind][chunk] ?? 0;
    done[kind][chunk] = k + 1;
    const microBatch = k + (chunk === 0 ? 0 : half);
    steps.push({ kind, chunk, microBatch, ...(paired ? { paired } : {}) });
    if (kind === "backward") late.push({ kind: "weights", chunk, microBatch });
  };
  const backward = (chunk: number) => {
    pass("backward", chunk);
    weights();
  };
  const pair = (forward: number, back: number) => {
    pass("forward", forward, true);
    backward(back);
  };
  const times = (n: number, run: (i: number) => void) => {
    for (let i = 0; i < n; i++) run(i);
  };
  times(2 * toMiddle, () => pass("forward", near));
  times(fromEnd + 1, () => {
    pass("forward", near);
    pass("forward", far);
  });
  times(toMiddle, () => {
    backward(far);
    pass("forward", far);
  });
  times(half - pp + fromEnd + 1, () => {
    pair(near, far);
    pair(far, near);
  });
  times(toMiddle, () => {
    backward(far);
    pair(far, near);
  });
  times(fromEnd + 1, (i) => {
    // Gradients of the weights are put off for the end, where nothing else is left to do.
    const put = 2 * i >= fromEnd + 1 ? (chunk: number) => pass("backward", chunk) : backward;
    put(far);
    put(near);
  });
  times(toMiddle, () => {
    weights();
    pass("backward", near);
  });
  while (late.length > 0) weights();
  return steps;
}
