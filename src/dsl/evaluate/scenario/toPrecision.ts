import type { Dtype, Precision, Scaling } from "../../../engine/scenario/precision.ts";
import { BYTES } from "../expressions/formatBytes.ts";
import type { RecordValue } from "../values/value.ts";
import type { Reader } from "./read.ts";

/**
 * Number format in which linear layers compute, by the name of the plan's precision. The device's peak FLOP/s in this
 * format bounds their speed.
 */
const RATES: ReadonlyMap<string, Dtype> = new Map([
  ["fp32", "fp32"],
  ["tf32", "tf32"],
  ["bf16", "bf16"],
  ["fp16", "fp16"],
  ["fp8", "fp8"],
  ["nvfp4", "fp4"],
  ["mxfp4", "fp4"],
]);

export function toPrecision(read: Reader, plan: RecordValue): Precision {
  const tag = read.record(plan, "precision");
  const bytes = (name: string) => (tag ? (BYTES.get(read.word(tag, name)) ?? 0) : 0);
  const name = tag?.name ?? "bf16";
  const low = tag?.type.fields.has("operands") === true;
  const compute = RATES.get(name) ?? "bf16";
  return {
    name,
    compute,
    attention: tag && low ? read.word<Dtype>(tag, "attention") : compute,
    // The head (output projection) has a field of its own only where linear layers compute in 8 or 4 bits.
    head: tag?.type.fields.has("head") ? read.word<Dtype>(tag, "head") : low ? "bf16" : compute,
    scaling: tag?.type.fields.has("scaling")
      ? read.word<Scaling>(tag, "scaling")
      : name === "nvfp4" || name === "mxfp4"
        ? name
        : null,
    weightBytes: bytes("weights"),
    gradientBytes: bytes("gradients"),
    masterBytes: bytes("master"),
    momentBytes: bytes("moments"),
    activationBytes: bytes("activations"),
    operandBytes: bytes(low ? "operands" : "activations"),
    actInputBytes: bytes(low ? "act_inputs" : "activations"),
    attentionOutputBytes: bytes(low ? "attention_output" : "activations"),
    gatherBytes: bytes("weight_gather"),
    reduceBytes: bytes("gradient_reduce"),
    dispatchBytes: bytes("token_dispatch"),
    bf16Layers: tag && low ? read.number(tag, "bf16_layers") : 0,
  };
}
