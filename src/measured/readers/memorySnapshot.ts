import { LogBuilder } from "../log/logBuilder.ts";
import type { MeasuredLog } from "../log/measuredLog.ts";

type Json = Readonly<Record<string, unknown>>;

/** Keys of a snapshot that are read. */
export const SNAPSHOT_KEYS: ReadonlySet<string> = new Set([
  ...["segments", "device_traces"],
  ...["device", "allocated_size", "total_size"],
  ...["action", "size"],
]);

/** True for a JSON text that is a memory snapshot of PyTorch, by the keys that only such files have. */
export const isMemorySnapshot = (text: string): boolean =>
  /"segments"\s*:\s*\[/.test(text) && /"device_traces"\s*:\s*\[/.test(text);

/**
 * Memory that an event of the allocator adds, in sizes of the event: what tensors take, and what the allocator takes from
 * the device.
 */
const ADDS: Readonly<Record<string, { readonly allocated: number; readonly reserved: number }>> = {
  alloc: { allocated: 1, reserved: 0 },
  free_requested: { allocated: -1, reserved: 0 },
  segment_alloc: { allocated: 0, reserved: 1 },
  segment_map: { allocated: 0, reserved: 1 },
  segment_free: { allocated: 0, reserved: -1 },
  segment_unmap: { allocated: 0, reserved: -1 },
};

/**
 * Reads the highest memory of a device, B, from `torch.cuda.memory._snapshot()` written with `json.dump`. The segments
 * say what is held at the end, and the events of each device lead back from there: the recorded history may begin late. Source:
 * pytorch/pytorch, torch/cuda/_memory_viz.py and c10/cuda/CUDACachingAllocator.h. Null for a file of another form.
 */
export function readMemorySnapshot(data: Json): MeasuredLog | null {
  const { segments, device_traces: traces } = data;
  if (!Array.isArray(segments) || !Array.isArray(traces)) return null;
  const held = new Map<number, { allocated: number; reserved: number }>();
  for (const segment of segments) {
    if (!isObject(segment)) continue;
    const device = sizeOf(segment.device);
    const known = held.get(device) ?? { allocated: 0, reserved: 0 };
    held.set(device, {
      allocated: known.allocated + sizeOf(segment.allocated_size),
      reserved: known.reserved + sizeOf(segment.total_size),
    });
  }
  const log = new LogBuilder("PyTorch memory snapshot");
  for (const device of new Set([...held.keys(), ...traces.keys()])) {
    const now = held.get(device) ?? { allocated: 0, reserved: 0 };
    const events: unknown = traces[device];
    log.raise("memoryAllocated", now.allocated);
    log.raise("memoryReserved", now.reserved);
    if (!Array.isArray(events)) continue;
    let { allocated, reserved } = now;
    let [mostAllocated, mostReserved] = [allocated, reserved];
    for (let at = events.length - 1; at >= 0; at--) {
      const event: unknown = events[at];
      if (!isObject(event)) continue;
      const adds = ADDS[String(event.action)];
      if (!adds) continue;
      const size = sizeOf(event.size);
      allocated -= adds.allocated * size;
      reserved -= adds.reserved * size;
      mostAllocated = Math.max(mostAllocated, allocated);
      mostReserved = Math.max(mostReserved, reserved);
    }
    log.raise("memoryAllocated", mostAllocated);
    log.raise("memoryReserved", mostReserved);
  }
  return log.finish();
}

const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const sizeOf = (value: unknown): number =>
  typeof value === "number" && Number.isFinite(value) && value >= 0 ? value : 0;
