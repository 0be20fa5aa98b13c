import type { Estimate } from "../../../engine/estimate/estimate.ts";
import type { Plan } from "../../../engine/scenario/plan.ts";
import type { Timeline } from "../../../engine/trainingStep/step/timeline.ts";
import { pipelineText } from "../../builders/step/timelineTable.ts";
import { rankTimes } from "../../groups/timelineRanks.ts";
import { scheduleText } from "../../naming/planText.ts";
import { counted, percent, printed } from "../../numbers/number.ts";
import type { Span, Tone } from "./timelineBars.ts";

/**
 * Names of the bars' colours for the legend: kinds of passes where each pass has a bar, phases of the
 * pipeline where bars merge passes.
 */
export function toneNames({ steady }: Timeline, each: boolean): Readonly<Record<Tone, string>> {
  const weights = "gradients of weights";
  if (each)
    return { forward: "forward", recompute: "recomputation", backward: "backward", weights, steady: "" };
  return {
    forward: steady ? "warm-up: forward" : "forward",
    recompute: "recomputation",
    steady: "steady: forward and backward in turn",
    backward: steady ? "cool-down: backward" : "backward",
    weights,
  };
}

/**
 * Title of the timeline, short enough for half a page: schedule, ranks, and the bubble as a share of the
 * step.
 */
export function titleOf(plan: Plan, { bubbleFraction }: Estimate): string {
  if (plan.pp === 1) return "Passes of one step, without a pipeline";
  const share = `bubble ${percent(bubbleFraction)} of the step`;
  return `Pipeline: ${scheduleText(plan)}, ${counted(plan.pp, "rank")}; ${share}`;
}

/** Shortest and longest waiting time of a pipeline rank in the step, in seconds. */
function waits(timeline: Timeline): { readonly least: number; readonly most: number } {
  const bubbles = rankTimes(timeline).map((one) => one.bubble);
  return { least: Math.min(...bubbles), most: Math.max(...bubbles) };
}

/** Caption of the timeline: what is drawn, what is left out, and how long ranks wait. */
export function captionOf(
  timeline: Timeline,
  plan: Plan,
  { time }: Estimate,
  spans: readonly Span[],
  { each, hidden, lanes }: { readonly each: boolean; readonly hidden: number; readonly lanes: boolean },
): string {
  const { seconds } = timeline;
  const { least, most } = waits(timeline);
  const [first] = spans;
  const all = printed(seconds, "s");
  const waiting =
    most - least < 0.005 * seconds
      ? `${printed(least, "s")} of ${all} on each rank`
      : `${printed(least, "s")} of ${all} on the busiest rank, ${printed(most, "s")} on the least busy`;
  return [
    `${capitalised(pipelineText(plan, timeline.chunks))}.`,
    spans.length === 1 && first && (first.start > 0 || first.end < seconds)
      ? `Drawn: ${printed(first.start, "s")} to ${printed(first.end, "s")} of ${all}.`
      : "",
    spans.length > 1 && first
      ? `Drawn: the first and last ${printed(first.end, "s")} of ${all}; the steady phase between them is left out.`
      : "",
    each
      ? `Each bar is one pass of one micro-batch${timeline.chunks > 1 ? " through one chunk (later chunks of the model are paler)" : ""}, numbered where there is room.`
      : "Each bar is several passes in a row.",
    hidden > 0
      ? `Waits shorter than ${printed(hidden, "s")} are not drawn; bars that contain them are paler.`
      : "",
    plan.pp > 1 ? `Blank space is idle time: ${waiting}.` : "",
    sendsText(timeline, lanes),
    `Below: memory of a device over time. The gradient reduction and the optimizer step are not drawn${seconds <= time.step.value ? `; with them the step takes ${printed(time.step.value, "s")}` : ""}.`,
  ]
    .filter((sentence) => sentence !== "")
    .join(" ");
}

/** Sentence on how long sends between ranks take, and whether they are drawn. */
function sendsText({ sends, sendsExposed }: Timeline, lanes: boolean): string {
  const [first] = sends;
  if (!first) return "";
  const how = sendsExposed ? "keep the sender busy" : "overlap its next pass";
  return `Sends to another rank take ${printed(first.end - first.start, "s")} and ${how}${lanes ? "" : "; they are too short or too many to draw"}.`;
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
