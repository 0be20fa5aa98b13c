import type { Row } from "../../rows/row.ts";
import type { FrameworkChoice } from "../stack/framework.ts";

/**
 * Kinds of communication (`dp`, `tp`, `pp`, `ep`) that overlap computation in a row's run. null where the row
 * does not say, so that the framework's default applies.
 */
export function overlapOf(row: Row, framework: FrameworkChoice): readonly string[] | null {
  const text = row.text("overlap");
  const titan = /^torchtitan/.test(framework.text ?? "");
  // In this column torchtitan's tables describe how tensor parallelism overlaps. FSDP always overlaps.
  if (text === "none" && titan) return null;
  if (text === undefined || /vanilla tp|^no tp/i.test(text)) return null;
  // "none stated" and "none beyond Megatron-LM's" do not describe the run. "none (TP, p2p overlap disabled)"
  // does.
  if (
    /^(none|not|nothing) (stated|said|given|known|mentioned|reported|beyond|specified|other|further)/i.test(
      text,
    )
  )
    return null;
  if (/^none\b|no dp/i.test(text)) return [];
  const found = new Set<string>();
  if (/grad|dp |fsdp/i.test(text) || titan) found.add("dp");
  if (/tp-comm-overlap|async tp|userbuffer overlap (true|1|\()/i.test(text)) found.add("tp");
  if (/p2p/i.test(text)) found.add("pp");
  if (/(\bep\b|expert|moe).{0,20}(all-to-all|a2a).{0,20}overlap/i.test(text)) found.add("ep");
  if (found.size === 0) return null;
  // A cell that only mentions experts leaves gradients to the framework, which overlaps them.
  if (found.has("ep") && !/\bdp\b|\bgrad|param/i.test(text)) found.add("dp");
  if (sendsBeside(row, framework) && !/p2p/i.test(text)) found.add("pp");
  return ["dp", "tp", "pp", "ep"].filter((one) => found.has(one));
}

/**
 * True where sends between pipeline chunks overlap computation by default: interleaved schedules of Megatron
 * Core and its relatives (megatron/training/arguments.py: --no-overlap-p2p-communication turns it off).
 */
const sendsBeside = (row: Row, { text }: FrameworkChoice): boolean =>
  (row.number("vpp") ?? 1) > 1 && /^(megatron_core|megatron_bridge|mlperf_nvidia|nemo)/.test(text ?? "");
