import { JsonItems } from "../json/jsonItems.ts";
import { type CollectiveOp, collectiveOp, elementBytes, kernelKind } from "../kernels/kernelKinds.ts";
import { KernelEvents } from "./kernelEvents.ts";
import { stepTimeline } from "./stepTimeline.ts";
import { sweep } from "./sweep.ts";
import type { TraceCollective, TraceSummary } from "./traceSummary.ts";

/** Number of names of kernels that a summary lists. */
const LISTED = 200;

type Json = Readonly<Record<string, unknown>>;

/** Call of a collective as PyTorch records it, on the kernel or on the operator that launched it. */
interface Recorded {
  readonly op: CollectiveOp;
  readonly group: string;
  readonly groupSize: number | null;
  readonly bytes: number | null;
}

/**
 * Reader of a trace of PyTorch's profiler (Kineto). It takes the file in chunks. Source: pytorch/kineto,
 * libkineto/src/output_json.cpp; times are in µs, sizes of collectives in elements (`In msg nelems`, `dtype`).
 */
export class KinetoReader {
  readonly #events = new KernelEvents();
  readonly #items: JsonItems;
  /** Calls of collectives that the operators recorded, by the operator's External id. */
  readonly #byOperator = new Map<number, Recorded>();
  readonly #collectives: { recorded: Recorded; bytes: number; sized: number }[] = [];
  readonly #indices = new Map<string, number>();
  readonly #steps: { readonly number: number; readonly start: number; readonly seconds: number }[] = [];
  readonly #members = new Map<string, unknown>();
  #origin: number | null = null;
  #devices = new Map<unknown, number>();
  #broken = 0;

  constructor() {
    this.#items = new JsonItems("traceEvents", {
      item: (text) => this.#event(text),
      member: (name, text) => this.#member(name, text),
    });
  }

  push(chunk: Uint8Array): void {
    this.#items.push(chunk);
  }

  /** Summary of what was read, or the problem of a file that is no trace of a device. */
  finish(): TraceSummary | { readonly problem: string } {
    if (this.#events.length === 0)
      return {
        problem: "it has no kernels: `traceEvents` of PyTorch's profiler with the activity CUDA are read",
      };
    const [from, to, count] = this.#window();
    const swept = sweep(this.#events, from, to);
    const perStep = (seconds: number): number => seconds / count;
    const kernels = [...swept.names]
      .map(([id, { count: calls, seconds }]) => ({
        name: this.#events.names[id] ?? "",
        kind: this.#events.kinds[id] ?? ("unknown" as const),
        count: perStep(calls),
        seconds: perStep(seconds),
      }))
      .sort((a, b) => b.seconds - a.seconds);
    const rest = kernels.slice(LISTED);
    const parts = [...swept.alone].map(([kind, seconds]) => ({
      kind,
      seconds: perStep(seconds),
      busy: perStep(swept.busy.get(kind) ?? 0),
    }));
    // Communication that computation hides whole has no time of its own.
    for (const [kind, busy] of swept.busy)
      if (!swept.alone.has(kind)) parts.push({ kind, seconds: 0, busy: perStep(busy) });
    return {
      source: this.#origins().source,
      ...this.#about(),
      steps: this.#steps.map(({ number, seconds }) => ({ number, seconds })),
      seconds: perStep(to - from),
      parts: [...parts, { kind: "idle" as const, seconds: perStep(swept.idle), busy: perStep(swept.idle) }],
      collectives: this.#calls(swept.collectives, count),
      kernels: kernels.slice(0, LISTED),
      others: { names: rest.length, seconds: rest.reduce((sum, one) => sum + one.seconds, 0) },
      timeline: stepTimeline(this.#events, this.#middleStep(from, to)),
      remarks: this.#remarks(),
    };
  }

  #event(text: string): void {
    const category = /"cat"\s*:\s*"([^"]*)"/.exec(text)?.[1]?.toLowerCase();
    const isComm = category === "cpu_op" && text.includes("record_param_comms");
    const isStep = category === "user_annotation" && text.includes("ProfilerStep");
    const isKernel = category === "kernel" || category === "gpu_memcpy" || category === "gpu_memset";
    if (!isKernel && !isComm && !isStep) return;
    const event = parsed(text);
    if (event === null) {
      this.#broken++;
      return;
    }
    const { name, args = {} } = event;
    if (typeof name !== "string" || !isObject(args)) return;
    if (isComm) {
      const [id, recorded] = [numeric(args["External id"]), recordedIn(args, name)];
      if (id !== undefined && recorded) this.#byOperator.set(id, recorded);
      return;
    }
    const [start, micros] = [numeric(event.ts), numeric(event.dur)];
    if (start === undefined || micros === undefined) return;
    this.#origin ??= start;
    const [begin, seconds] = [(start - this.#origin) / 1e6, micros / 1e6];
    const step = isStep ? /#(\d+)/.exec(name)?.[1] : undefined;
    if (step !== undefined) this.#steps.push({ number: Number(step), start: begin, seconds });
    else if (!isStep) this.#kernel(name, category ?? "", args, begin, seconds);
  }

  #kernel(name: string, category: string, args: Json, start: number, seconds: number): void {
    this.#devices.set(args.device, (this.#devices.get(args.device) ?? 0) + 1);
    const kind = category === "kernel" ? kernelKind(name) : "copy";
    this.#events.add(name, kind, start, seconds, kind === "communication" ? this.#called(name, args) : -1);
  }

  /** Index of the collective that a kernel is a call of. */
  #called(name: string, args: Json): number {
    const id = numeric(args["External id"]);
    const recorded = recordedIn(args, name) ??
      (id === undefined ? undefined : this.#byOperator.get(id)) ?? {
        ...{ op: collectiveOp(undefined, name), group: "", groupSize: null, bytes: null },
      };
    const key = `${recorded.op} ${recorded.group} ${recorded.groupSize}`;
    let index = this.#indices.get(key);
    if (index === undefined) {
      index = this.#collectives.length;
      this.#indices.set(key, index);
      this.#collectives.push({ recorded, bytes: 0, sized: 0 });
    }
    const one = this.#collectives[index];
    if (one && recorded.bytes !== null) {
      one.bytes += recorded.bytes;
      one.sized++;
    }
    return index;
  }

  /** Window of the profiled steps, s, and their number. The whole trace where no steps are marked. */
  #window(): readonly [from: number, to: number, count: number] {
    if (this.#steps.length > 0) {
      const starts = this.#steps.map(({ start }) => start);
      const ends = this.#steps.map(({ start, seconds }) => start + seconds);
      return [Math.min(...starts), Math.max(...ends), this.#steps.length];
    }
    let [from, to] = [Number.POSITIVE_INFINITY, 0];
    for (let at = 0; at < this.#events.length; at++) {
      from = Math.min(from, this.#events.start(at));
      to = Math.max(to, this.#events.start(at) + this.#events.seconds(at));
    }
    return [from, to, 1];
  }

  /** Profiled step with the median duration; the whole window where no steps are marked. */
  #middleStep(from: number, to: number): { number: number | null; start: number; seconds: number } {
    const byLength = [...this.#steps].sort((a, b) => a.seconds - b.seconds);
    return byLength[(byLength.length - 1) >> 1] ?? { number: null, start: from, seconds: to - from };
  }

  #calls(
    found: ReadonlyMap<
      number,
      { readonly count: number; readonly seconds: number; readonly exposed: number }
    >,
    steps: number,
  ): readonly TraceCollective[] {
    return [...found]
      .map(([index, { count, seconds, exposed }]) => {
        const { recorded, bytes, sized } = this.#collectives[index] ?? { recorded: null, bytes: 0, sized: 0 };
        return {
          op: recorded?.op ?? ("other" as const),
          group: recorded?.group ?? "",
          groupSize: recorded?.groupSize ?? null,
          bytes: sized === 0 ? null : bytes / sized,
          count: count / steps,
          seconds: seconds / steps,
          exposed: exposed / steps,
        };
      })
      .sort((a, b) => b.seconds - a.seconds);
  }

  #member(name: string, text: string): void {
    if (name !== "deviceProperties" && name !== "distributedInfo" && name !== "dtpTrace") return;
    try {
      this.#members.set(name, JSON.parse(text));
    } catch {
      // A member that is no JSON is only a missing name of the device.
    }
  }

  #about(): Pick<TraceSummary, "device" | "rank" | "worldSize"> {
    const [properties, distributed] = [
      this.#members.get("deviceProperties"),
      this.#members.get("distributedInfo"),
    ];
    const first: unknown = Array.isArray(properties) ? properties[0] : undefined;
    const { rank, world_size: size } = isObject(distributed) ? distributed : ({} as Json);
    return {
      device: isObject(first) && typeof first.name === "string" ? first.name : null,
      rank: numeric(rank) ?? null,
      worldSize: numeric(size) ?? null,
    };
  }

  /** Program that wrote the trace, where another one than PyTorch did, and remarks of its reader. */
  #origins(): { readonly source: string; readonly remarks: readonly string[] } {
    const said = this.#members.get("dtpTrace");
    const { source, remarks } = isObject(said) ? said : ({} as Json);
    return {
      source: typeof source === "string" ? source : "PyTorch profiler",
      remarks: Array.isArray(remarks) ? remarks.filter((one) => typeof one === "string") : [],
    };
  }

  #remarks(): readonly string[] {
    const { source, remarks } = this.#origins();
    const found = [...remarks];
    const isNsight = source === "Nsight Systems";
    if (this.#steps.length === 0) {
      const how = isNsight
        ? "put each into an NVTX range, such as `step 12`"
        : "call `prof.step()` after each";
      found.push(
        `The trace marks no steps, so the time from its first kernel to its last counts as one step: ${how}.`,
      );
    }
    if (this.#collectives.length > 0 && this.#collectives.every(({ sized }) => sized === 0))
      found.push(
        isNsight
          ? "Sizes of collectives are not read from databases of Nsight Systems."
          : "The trace has no sizes of collectives: PyTorch records them since 2.3.",
      );
    if (this.#devices.size > 1)
      found.push(`Kernels of ${this.#devices.size} devices are taken as one device's.`);
    if (this.#broken > 0) found.push(`${this.#broken} events are not JSON and were ignored.`);
    if (!this.#items.isWhole) found.push("The file ends in the middle: it was cut off.");
    return found;
  }
}

/** Call of a collective in the arguments of an event; undefined where they do not tell of one. */
function recordedIn(args: Json, name: string): Recorded | undefined {
  const recorded = args["Collective name"];
  if (typeof recorded !== "string") return undefined;
  const element = typeof args.dtype === "string" ? elementBytes(args.dtype) : undefined;
  const elements = Math.max(numeric(args["In msg nelems"]) ?? 0, numeric(args["Out msg nelems"]) ?? 0);
  const group = args["Process Group Description"] ?? args["Process Group Name"];
  return {
    op: collectiveOp(recorded, name),
    group: typeof group === "string" ? group : "",
    groupSize: numeric(args["Group size"]) ?? null,
    bytes: element === undefined || elements === 0 ? null : element * elements,
  };
}

function parsed(text: string): Json | null {
  try {
    const found: unknown = JSON.parse(text);
    return isObject(found) ? found : null;
  } catch {
    return null;
  }
}

const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const numeric = (value: unknown): number | undefined => {
  const found = typeof value === "string" && value !== "" ? Number(value) : value;
  return typeof found === "number" && Number.isFinite(found) ? found : undefined;
};
