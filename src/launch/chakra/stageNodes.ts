import type { Scenario } from "../../engine/scenario/scenario.ts";
import type { Pass, Timeline } from "../../engine/trainingStep/step/timeline.ts";
import { type Call, COLLECTIVES, sizeOf } from "./calls.ts";
import type { TracedStep } from "./tracedStep.ts";
import type { TraceNode } from "./traceNode.ts";

/** Calls of one collective on one stage: how many, and what the passes wait for. */
interface Due {
  readonly call: Call;
  readonly index: number;
  readonly count: number;
  /** Exposed time of all calls, s. */
  readonly exposed: number;
  /** True where the next computation waits for the call. */
  readonly blocks: boolean;
}

/**
 * Nodes of the traces of a stage's ranks, in the order in which a rank starts them: computation between collectives,
 * pass by pass, sends and receives, and what follows the last micro-batch.
 */
export function stageNodes(
  stage: number,
  timeline: Timeline,
  calls: readonly Call[],
  { scenario, estimate }: TracedStep,
): readonly TraceNode[] {
  const passes = timeline.stages[stage] ?? [];
  const due = calls.flatMap((call, index) => dueOf(call, index, stage, scenario, estimate));
  const inPasses = due.filter(({ call }) => call.place === "passes");
  const made = new Writer();
  const exposed = inPasses.reduce((sum, one) => sum + one.exposed, 0);
  const busy = passes.reduce((sum, { start, end }) => sum + end - start, 0);
  const share = busy === 0 ? 0 : Math.max(0, 1 - exposed / busy);
  const sent = sendsOf(timeline, stage, scenario, estimate);
  const ends: (readonly number[])[] = [];
  // Gradients of weights have no collectives of their own.
  const withCalls = passes.filter(({ kind }) => kind !== "weights").length;
  let seen = 0;
  for (const pass of passes) {
    const before = ends.at(-1) ?? [];
    const received = (sent.receives.get(pass) ?? []).map((work) =>
      made.add({ name: `receive ${label(pass)}`, after: before, work }),
    );
    const own = pass.kind === "weights" ? [] : callsOfPass(inPasses, seen++, withCalls);
    const last = onePass(made, pass, own, [...before, ...received], (pass.end - pass.start) * share);
    const out = (sent.sends.get(pass) ?? []).map((work) =>
      made.add({ name: `send ${label(pass)}`, after: last, work }),
    );
    // An exposed send blocks the sender; the others go on beside its next passes.
    ends.push(timeline.sendsExposed ? [...last, ...out] : last);
  }
  atEnd(made, due, ends, estimate);
  return made.nodes;
}

/** Nodes of a stage that are being numbered. Rounding of times is carried on, so that their sum is exact. */
class Writer {
  readonly nodes: TraceNode[] = [];
  #seconds = 0;
  #micros = 0;

  add(node: TraceNode): number {
    this.nodes.push(node);
    return this.nodes.length - 1;
  }

  compute(name: string, after: readonly number[], seconds: number): number {
    this.#seconds += seconds;
    const micros = Math.round(this.#seconds * 1e6) - this.#micros;
    this.#micros += micros;
    return this.add({ name, after, work: { kind: "compute", micros } });
  }

  collective({ call, index }: Due, after: readonly number[]): number {
    const { op, dimension, what, callSeconds } = call.estimate;
    if (op === "send_recv") throw new Error("a send is no collective");
    const micros = Math.round(callSeconds * 1e6);
    return this.add({
      name: `${dimension} ${op} ${what}`,
      after,
      work: { kind: "collective", call: index, type: COLLECTIVES[op], bytes: sizeOf(call.estimate), micros },
    });
  }
}

const label = ({ kind, microBatch, chunk }: Pass): string => `${kind} ${microBatch} of chunk ${chunk}`;

function dueOf(
  call: Call,
  index: number,
  stage: number,
  { plan }: Scenario,
  { stages }: TracedStep["estimate"],
): readonly Due[] {
  const { count, exposedSeconds, totalSeconds } = call.estimate;
  const [first, last] = [stage === 0, stage === plan.pp - 1];
  const here = { all: true, first, last, ends: first || last }[call.stages];
  if (!here) return [];
  // The estimate counts the calls of the stage with the most layers.
  const most = Math.max(...stages.map(({ layers }) => layers));
  const part = call.stages === "all" && call.place === "passes" ? (stages[stage]?.layers ?? most) / most : 1;
  return [
    {
      call,
      index,
      count: Math.round(count * part),
      exposed: exposedSeconds * part,
      blocks: exposedSeconds > totalSeconds / 2,
    },
  ];
}

/** Calls of the `at`-th pass of so many: each collective is spread evenly over the passes, and the kinds alternate. */
function callsOfPass(due: readonly Due[], at: number, passes: number): readonly Due[] {
  const own = due.map((one) => ({
    one,
    many: Math.floor(((at + 1) * one.count) / passes) - Math.floor((at * one.count) / passes),
  }));
  return own
    .flatMap(({ one, many }) => Array.from({ length: many }, (_, i) => ({ one, place: (i + 0.5) / many })))
    .sort((a, b) => a.place - b.place)
    .map(({ one }) => one);
}

/** Adds a pass: equal pieces of computation, a collective after each but the last. Returns the nodes that end it. */
function onePass(
  made: Writer,
  pass: Pass,
  calls: readonly Due[],
  before: readonly number[],
  seconds: number,
): readonly number[] {
  const piece = seconds / (calls.length + 1);
  let after = before;
  const beside: number[] = [];
  for (const one of calls) {
    const computed = made.compute(label(pass), after, piece);
    const call = made.collective(one, [computed]);
    if (one.blocks) after = [call];
    else {
      beside.push(call);
      after = [computed];
    }
  }
  return [made.compute(label(pass), after, piece), ...beside];
}

/** Adds the collectives after the last micro-batch and the optimizer. Hidden ones run beside the last pass. */
function atEnd(
  made: Writer,
  due: readonly Due[],
  ends: readonly (readonly number[])[],
  { time }: TracedStep["estimate"],
): void {
  const [last, earlier] = [ends.at(-1) ?? [], ends.at(-2) ?? []];
  let [waiting, hidden] = [last, earlier];
  const apart: number[] = [];
  for (const one of due.filter(({ call }) => call.place === "end"))
    for (let i = 0; i < one.count; i++) {
      const node = made.collective(one, one.blocks ? waiting : hidden);
      if (one.blocks) waiting = [node];
      else hidden = [node];
      apart.push(node);
    }
  const optimizer = time.step.parts.find(({ name }) => name === "time.optimizer")?.value ?? 0;
  made.compute("optimizer", [...new Set([...last, ...apart])], optimizer);
}

type Works = ReadonlyMap<Pass, readonly TraceNode["work"][]>;

/**
 * Sends of a stage by the pass before them, and receives by the pass that waits for them. A tag is the place of the
 * send in the step.
 */
function sendsOf(
  timeline: Timeline,
  stage: number,
  { plan }: Scenario,
  { comm }: TracedStep["estimate"],
): { readonly sends: Works; readonly receives: Works } {
  const passes = 2 * plan.numMicroBatches * timeline.chunks;
  const bytes = comm
    .filter(({ dimension, op }) => dimension === "pp" && op === "send_recv")
    .reduce((sum, one) => sum + (one.bytes * one.count) / passes, 0);
  const [sends, receives] = [new Map<Pass, TraceNode["work"][]>(), new Map<Pass, TraceNode["work"][]>()];
  const own = byMicroBatch(timeline.stages[stage] ?? []);
  timeline.sends.forEach((send, tag) => {
    const share = { bytes: Math.round(bytes), tag };
    const near = own.get(keyOf(send)) ?? [];
    if (send.from === stage)
      put(
        sends,
        near.find(({ chunk }) => chunk === send.chunk),
        { kind: "send", stage: send.to, ...share },
      );
    // The pass that a send feeds is the first of its kind and micro-batch after it.
    if (send.to === stage)
      put(
        receives,
        near.find(({ start }) => start >= send.start - 1e-12),
        { kind: "receive", stage: send.from, ...share },
      );
  });
  return { sends, receives };
}

const keyOf = ({ kind, microBatch }: Pick<Pass, "kind" | "microBatch">): string => `${kind} ${microBatch}`;

function byMicroBatch(passes: readonly Pass[]): ReadonlyMap<string, readonly Pass[]> {
  const found = new Map<string, Pass[]>();
  for (const pass of passes) {
    const known = found.get(keyOf(pass));
    if (known) known.push(pass);
    else found.set(keyOf(pass), [pass]);
  }
  return found;
}

function put(works: Map<Pass, TraceNode["work"][]>, pass: Pass | undefined, work: TraceNode["work"]): void {
  if (!pass) throw new Error(`no pass for a ${work.kind}`);
  const known = works.get(pass);
  if (known) known.push(work);
  else works.set(pass, [work]);
}
