import type { Lack } from "../../dsl/evaluate/index.ts";
import type { Estimate } from "../../engine/estimate/estimate.ts";
import { overfull } from "../../engine/trainingStep/memory/overfull.ts";
import { inBase, print } from "../../units/index.ts";

const WHERE = {
  host: "of a node's host memory",
  nvme: "on a node's drives",
};

/**
 * Amount of memory by which an estimate exceeds the device, the host or the drives, in bytes and in words. Null where
 * everything fits.
 */
export function lackOf(memory: Estimate["memory"]): Lack | null {
  const over = overfull(memory);
  if (over === null) return null;
  const { place } = over;
  const bytes = over.bytes - over.capacity;
  const [held, room] = [text(over.bytes), text(over.capacity)];
  return {
    bytes,
    text:
      place === "device"
        ? `${held} of ${room}, ${text(bytes)} too much`
        : `${held} of the ${room} ${WHERE[place]}`,
  };
}

const text = (bytes: number): string => print(inBase(bytes, "B"));
