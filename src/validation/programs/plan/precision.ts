import type { Row } from "../../rows/row.ts";
import { sourceFacts } from "../../rows/sourceFacts.ts";
import type { DeviceChoice } from "../machine/deviceChoice.ts";

/** A field's text in the language, and whether the row states it (`assumed` otherwise). */
export interface Stated {
  readonly text: string;
  readonly assumed: boolean;
}

/**
 * Value of the plan's `precision` field: number format of the computation and, where a row states them, of
 * gradients and optimizer moments.
 */
export function precisionOf(row: Row, device: DeviceChoice): Stated {
  const { precision, gradients } = sourceFacts(row);
  if (precision) return { text: precision, assumed: false };
  const text = coarseOrFine(row) ?? row.text("precision") ?? "";
  const wide = /fp32 (main )?grad|fp32 gradient/i.test(text) || /DEFAULT/.test(text);
  if (/fp8|float8|nvfp4|mxfp4|e4m3/i.test(text))
    return { text: lowPrecision(row, text, wide ? "fp32" : (gradients ?? null)), assumed: false };
  if (/^tf32/i.test(text)) return { text: "tf32", assumed: false };
  if (/^fp32\b/i.test(text)) return { text: "fp32", assumed: false };
  // Volta and Turing have no bf16.
  const half = /^(v100|t4)/.test(device.std) ? "fp16" : "bf16";
  const name = /bf16|bfloat16/i.test(text) ? half : /fp16|float16|half/i.test(text) ? "fp16" : half;
  const kept = [
    ...(wide
      ? ["gradients = fp32"]
      : name === "bf16" && /pure|bf16 grad/i.test(text)
        ? ["gradients = bf16"]
        : []),
    ...(/8-bit.*adam/i.test(row.text("notes") ?? "") ? ["moments = fp8"] : []),
  ];
  return {
    text: kept.length > 0 ? `${name}(${kept.join(", ")})` : name,
    assumed: !/bf16|fp16|float16|half/i.test(text),
  };
}

/**
 * Block-scaled fp8 format of a row in Megatron-Bridge's tables, or null for other rows. The tables give a
 * second number in parentheses for block scaling: blocks of 32 on Blackwell (MXFP8), of 128 on Hopper
 * (docs/performance-summary-archive.md, the notes below each table).
 */
function coarseOrFine(row: Row): string | null {
  if (!/alt granularity/i.test(row.text("notes") ?? "")) return null;
  return /^h[12]00/i.test(row.text("gpu") ?? "") ? "fp8 blockwise" : "mxfp8";
}

/**
 * Value of the plan's `precision` field for linear layers in 8 or 4 bits. "fp8" alone means one scaling factor
 * per tensor: delayed scaling in MLPerf's logs, current scaling in Megatron Bridge's tables.
 */
function lowPrecision(row: Row, text: string, gradients: "fp32" | "bf16" | null): string {
  const kept = gradients === null ? [] : [`gradients = ${gradients}`];
  const four = /nvfp4|mxfp4/i.exec(text)?.[0].toLowerCase();
  if (four !== undefined) return kept.length === 0 ? four : `${four}(${kept.join(", ")})`;
  const scaling = /mx/i.test(text)
    ? "mx"
    : /rowwise/i.test(text)
      ? "rowwise"
      : /block|subchannel/i.test(text)
        ? "blockwise"
        : /-cs|current|float8|tensorwise/i.test(text) || /megatron-bridge/i.test(row.source)
          ? "current"
          : "delayed";
  return `fp8(${[`scaling = ${scaling}`, ...kept].join(", ")})`;
}
