import type { Device } from "../../../engine/scenario/device.ts";
import type { Document } from "../../document/document.ts";
import { documentOf } from "../../document/documentOf.ts";
import { percent, plain, printed } from "../../numbers/number.ts";
import { type Fact, factsTable } from "../factsTable.ts";

/**
 * Card of a device: memory, peak rates by data type, caches, and the calibrated shares of peak that software
 * reaches.
 */
export function deviceCard(device: Device): Document {
  return documentOf(
    { kind: "heading", level: 2, text: `device ${device.name}` },
    factsTable(deviceFacts(device)),
  );
}

export function deviceFacts(device: Device): readonly Fact[] {
  const peaks = (["fp32", "tf32", "bf16", "fp16", "fp8", "fp4"] as const)
    .filter((dtype) => device.peak[dtype] > 0)
    .map((dtype): Fact => [`peak ${dtype}`, printed(device.peak[dtype], "FLOP/s"), "dense"]);
  return [
    [
      "memory",
      printed(device.memoryBytes, "B"),
      `${printed(device.reservedBytes, "B")} reserved by the runtime`,
    ],
    [
      "memory bandwidth",
      printed(device.memoryBytesPerSecond, "B/s"),
      `efficiency ${percent(device.memoryEfficiency)}`,
    ],
    ...peaks,
    ["matmuls", percent(device.gemmEfficiency), "of peak, for large matrices"],
    ["multiprocessors", plain(device.sms)],
    ...cacheFacts(device),
    ["host link", printed(device.hostBytesPerSecond, "B/s"), "per direction"],
    ["kernel launch", printed(device.launchSeconds, "s")],
    ["power", printed(device.powerWatts, "J/s", "W")],
    ...(device.powerLimitWatts < device.powerWatts
      ? ([["power limit", printed(device.powerLimitWatts, "J/s", "W")]] as const)
      : []),
  ];
}

function cacheFacts({ l1Bytes, l2Bytes, l3Bytes }: Device): readonly Fact[] {
  const levels = [
    ["L1 cache", l1Bytes, "per multiprocessor"],
    ["L2 cache", l2Bytes, ""],
    ["L3 cache", l3Bytes, ""],
  ] as const;
  return levels.flatMap(([level, bytes, note]): readonly Fact[] =>
    bytes === null ? [] : [[level, printed(bytes, "B"), note]],
  );
}
