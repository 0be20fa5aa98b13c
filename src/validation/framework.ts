import type { Row } from "./row.ts";

/** What a software stack does where a table does not say: facts of its code and papers, no fitted numbers. */
export interface Framework {
  readonly name: string;
  /** Communication that it hides, in the language's words. */
  readonly overlap: readonly ("dp" | "tp" | "pp")[];
  /** Whether attention is one fused kernel when the row is silent. */
  readonly flash: boolean;
  /** Whether bf16 training keeps and reduces its gradients in fp32. */
  readonly fp32Gradients: boolean;
  /** ZeRO stage when the row is silent. */
  readonly zero: 0 | 1 | 3;
}

const framework = (
  name: string,
  overlap: Framework["overlap"],
  rest: Partial<Omit<Framework, "name" | "overlap">> = {},
): Framework => ({ name, overlap, flash: true, fp32Gradients: true, zero: 0, ...rest });

/** By the row's source and notes, the first that matches. */
const known: readonly (readonly [RegExp, Framework])[] = [
  [/nanotron/i, framework("nanotron", ["dp"])],
  [/torchtitan/i, framework("torchtitan", ["dp"], { zero: 3 })],
  [/maxtext/i, framework("MaxText", ["dp"], { zero: 3 })],
  [/llm-foundry|mosaic/i, framework("llm-foundry (FSDP)", ["dp"], { zero: 3, fp32Gradients: false })],
  [/automodel/i, framework("NeMo Automodel (FSDP2)", ["dp"], { zero: 3 })],
  [/internevo|internlm/i, framework("InternEvo", ["dp"])],
  [/hf \+ deepspeed|zero-3/i, framework("DeepSpeed ZeRO", ["dp"], { flash: false, zero: 3 })],
  [/megatron-bridge|nemo|mlperf/i, framework("Megatron Core", ["dp", "pp"])],
  [/simumax|megatron-core|megatron-lm ci|examples\/llama|llama 3/i, framework("Megatron Core", ["dp"])],
  [
    /vtrain|bigscience|bloom|megatron-deepspeed|meg\+deepspeed|mt-nlg|deepspeed on azure/i,
    framework("Megatron-DeepSpeed", [], { flash: false, fp32Gradients: false }),
  ],
  [/zero bubble/i, framework("Megatron-LM (zero bubble)", [], { fp32Gradients: true })],
  [
    /megatron|narayanan|korthikanti/i,
    framework("Megatron-LM (2020 to 2022)", [], { flash: false, fp32Gradients: false }),
  ],
];
const other = framework("not recognised", ["dp"]);

/** The software stack of a row. */
export function frameworkOf(row: Row): Framework {
  const texts = [row.source, row.text("notes") ?? "", row.text("zero_stage") ?? ""];
  for (const text of texts) {
    const found = known.find(([pattern]) => pattern.test(text));
    if (found) return found[1];
  }
  return other;
}
