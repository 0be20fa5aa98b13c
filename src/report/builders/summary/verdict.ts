import type { BeyondDevice, Estimate } from "../../../engine/estimate/estimate.ts";
import type { Uncertainty } from "../../../uncertainty/index.ts";
import type { Block } from "../../document/document.ts";
import { memoryKinds, partValue } from "../../groups/memoryKinds.ts";
import { endText, inBrackets, levelText } from "../../numbers/interval.ts";
import { percent, printed } from "../../numbers/number.ts";
import { beyondText } from "./beyondText.ts";

/**
 * Share of the capacity above which the report warns: such a plan fits in theory and is likely to run out of
 * memory on a real machine.
 */
const TIGHT = 0.95;

/**
 * Verdict on memory: the peak of the fullest pipeline stage against usable memory, the free or missing bytes,
 * and the largest part if the plan does not fit. The words "usable memory" appear where the device has more
 * bytes `installed`. With an interval of the peak, the verdict is that of `memory.fits`.
 */
export function verdictOf(estimate: Estimate, uncertainty?: Uncertainty, installed?: number): Block {
  const { peak, needed, capacity, beyond, stages, peakStage } = estimate.memory;
  const fits = uncertainty?.fits ?? (peak <= capacity && estimate.memory.stored ? "yes" : "no");
  const full = beyond.find(({ held, capacity: room }) => room !== null && held.value > room);
  if (full && peak <= capacity)
    return { kind: "verdict", tone: "bad", text: `does not fit: ${fullText(full)}` };
  const where = stages.length > 1 ? ` on stage ${peakStage}` : "";
  const range = inBrackets(uncertainty, "memory.peak", "GiB");
  const usable = installed === undefined || installed === capacity ? "" : " usable";
  const of = `${gib(peak)}${range} of ${gib(capacity)}${usable} per device${where}`;
  const bounds = uncertainty?.bounds["memory.peak"];
  const interval = uncertainty ? `the ${levelText(uncertainty)} interval` : "";
  const end = (which: "low" | "high"): string => (bounds ? endText(bounds, which, "GiB") : "");
  if (peak <= capacity) {
    const used = `${of} (${percent(peak / capacity)})`;
    if (fits !== "yes")
      return {
        kind: "verdict",
        tone: "warning",
        text: `may not fit: ${used}, but ${interval} reaches ${end("high")}`,
      };
    const tight = peak > TIGHT * capacity;
    return {
      kind: "verdict",
      tone: tight ? "warning" : "good",
      text: `${tight ? "fits barely" : "fits"}: ${used}, ${gib(capacity - peak)} free`,
    };
  }
  const over = `needs ${of}, ${gib(peak - capacity)} too much`;
  if (fits === "maybe") {
    const begins =
      bounds && bounds.low <= capacity ? `; might still fit: ${interval} starts at ${end("low")}` : "";
    const cached = needed < peak ? `; its allocator can release ${gib(peak - needed)} of cached memory` : "";
    return { kind: "verdict", tone: "warning", text: `may not fit: ${over}${begins}${cached}` };
  }
  const stage = stages[peakStage];
  const largest =
    stage === undefined
      ? undefined
      : memoryKinds([stage])
          .map((kind) => ({ label: kind.label, bytes: partValue(stage, kind.name) }))
          .sort((one, other) => other.bytes - one.bytes)[0];
  const part = largest === undefined ? "" : `; the largest part is ${largest.label} (${gib(largest.bytes)})`;
  return { kind: "verdict", tone: "bad", text: `does not fit: ${over}${part}` };
}

/**
 * Sentence on host memory or drives that overflow: `keeps 20 TB on the drives of a node, which has 15.36 TB`.
 */
function fullText({ place, held, capacity }: BeyondDevice): string {
  const room = capacity === null ? "" : `, which has ${printed(capacity, "B", "TB")}`;
  return `keeps ${printed(held.value, "B", "TB")} ${beyondText(place)} of a node${room}`;
}

function gib(bytes: number): string {
  return printed(bytes, "B", "GiB");
}
