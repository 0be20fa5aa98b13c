import { error } from "./row.ts";

/** Catalogue of errors on invalid mixtures of experts. */
export const expertRows = {
  "no-experts": error<{ field: string; degree: number }>(
    (p) => `\`${p.field} = ${p.degree}\` spreads experts over devices, and the model has none`,
    { help: (p) => `take \`${p.field}\` out, or give the model \`mlp = moe(..)\`` },
  ),
  "too-few-experts": error<{ top_k: number; experts: number }>(
    (p) => `a token visits top_k = ${p.top_k} experts, and a layer has ${p.experts}`,
  ),
  "dense-width-missing": error<{ layers: number; dense: number }>(
    (p) => `${p.dense} of ${p.layers} layers have no experts, and nothing says what they have instead`,
    { help: () => "give their feed-forward: `dense = swiglu(d_ff = ..)`" },
  ),
  "empty-layers": error<{ model: string }>(
    (p) =>
      `the layers of \`${p.model}\` hold nothing: it has no attention, no recurrence and no feed-forward`,
    {
      help: () =>
        "give the model `attention = gqa(heads = .., kv_heads = ..)`, `mlp = swiglu(d_ff = ..)`, or `recurrent = mamba2(..)`",
    },
  ),
  "loads-not-experts": error<{ loads: number; experts: number; least: number; total: number }>(
    (p) =>
      p.loads !== p.experts
        ? `\`balance\` has ${p.loads} measured loads, and a layer has ${p.experts} experts`
        : p.least < 0
          ? `\`balance\` has a measured load of ${p.least}`
          : "all measured loads of `balance` are 0",
    { help: () => "give what each expert received, one number an expert; `zipf(0.5)` needs no measurement" },
  ),
} as const;
