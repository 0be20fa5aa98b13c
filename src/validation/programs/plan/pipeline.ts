import type { Row } from "../../rows/row.ts";
import type { FrameworkChoice } from "../stack/framework.ts";

/** Pipeline fields of a row's plan, as dtp text. */
export interface PipelineText {
  readonly vpp: number;
  readonly schedule: string;
  /** Distribution of layers over stages. null where the framework's default applies. */
  readonly split: string | null;
  readonly assumed: string | null;
}

export function pipelineOf(row: Row, framework: FrameworkChoice, pp: number): PipelineText {
  const layers = row.number("layers") ?? 0;
  const { vpp, assumed } = chunksOf(row, framework, layers, pp);
  return {
    vpp,
    schedule: scheduleOf(row.text("schedule") ?? "", vpp),
    split: pp === 1 || /^nanotron/.test(framework.text ?? "") ? null : splitOf(row, layers, pp * vpp),
    assumed,
  };
}

/**
 * Number of chunks per pipeline stage. Where a row says that stages are interleaved but not how finely, a chunk
 * is one layer. Chunks of one layer have the smallest bubble, and published interleaved runs of that size state
 * them (Llama 3, arXiv:2407.21783; GPT-3 in MLPerf's logs).
 */
function chunksOf(
  row: Row,
  framework: FrameworkChoice,
  layers: number,
  pp: number,
): { readonly vpp: number; readonly assumed: string | null } {
  const given = row.number("vpp");
  if (given !== undefined) return { vpp: given, assumed: null };
  if (!/^interleaved/i.test(row.text("schedule") ?? "") || pp === 1) return { vpp: 1, assumed: null };
  if (framework.label === "InternEvo")
    return {
      vpp: 1,
      assumed: "vpp = 1: not stated; model.num_chunks of InternEvo is 1 unless set, and it then runs 1F1B",
    };
  // Where the layers divide evenly among the stages only after adding two, the first and the last stage have a
  // layer fewer, as in Llama 3 and the zero-bubble paper's runs.
  const places = layers % pp === 0 ? layers : (layers + 2) % pp === 0 ? layers + 2 : pp;
  const vpp = places / pp;
  if (/one transformer layer per chunk/i.test(row.text("vpp") ?? "")) return { vpp, assumed: null };
  return { vpp, assumed: `vpp = ${vpp}: not stated; one layer per chunk` };
}

function scheduleOf(text: string, vpp: number): string {
  if (/zb-?1p|zb-?h1/i.test(text)) return "zb_h1";
  if (/zb-?2p|zb-?h2/i.test(text)) return "zb_h2";
  if (/zb-?v/i.test(text)) return "zb_v";
  if (/dualpipe/i.test(text)) return "dualpipe";
  if (/gpipe/i.test(text)) return "gpipe";
  return vpp > 1 ? "interleaved_1f1b" : "1f1b";
}

/**
 * Value of the plan's `split` field: even, or one layer fewer at both ends where that divides evenly, or else
 * with the remainder spread over the chunks.
 */
function splitOf(row: Row, layers: number, chunks: number): string {
  if (layers % chunks === 0) return "even";
  // Layout Et*4|(t*4|)*14tmL in the recipes and in MLPerf's logs.
  if (layers === 61 && row.number("moe_experts") !== undefined) return "lighter_last";
  return (layers + 2) % chunks === 0 ? "lighter_ends" : "uneven";
}
