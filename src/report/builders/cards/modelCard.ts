import type { Breakdown } from "../../../engine/estimate/breakdown.ts";
import type {
  Attention,
  AttentionKind,
  AttentionOf,
  HeadFields,
} from "../../../engine/scenario/attention.ts";
import type { Conditioning } from "../../../engine/scenario/conditioning.ts";
import type { DenseMlp, Mlp } from "../../../engine/scenario/mlp.ts";
import type { Encoder, Model, Vision } from "../../../engine/scenario/model.ts";
import type { OwnOperator } from "../../../engine/scenario/ownOperator.ts";
import type { Recurrent } from "../../../engine/scenario/recurrent.ts";
import type { Document } from "../../document/document.ts";
import { documentOf } from "../../document/documentOf.ts";
import { plain, printed } from "../../numbers/number.ts";
import { breakdownTable } from "../breakdownTable.ts";
import { type Fact, factsTable } from "../factsTable.ts";

/** Card of a model: its shape, and its parameters by part when they are known. */
export function modelCard(model: Model, params?: Breakdown): Document {
  const facts: Fact[] = [
    ["layers", plain(model.layers)],
    ["d_model", plain(model.dModel)],
    ["attention", attentionText(model.attention)],
    ["mlp", mlpText(model.mlp)],
    ...recurrentFacts(model),
    ...blockFacts(model),
    ...model.operators.map((one): Fact => ["own operator", operatorText(one)]),
    ...(model.encoder ? [["encoder", encoderText(model.encoder)] as const] : []),
    ...(model.conditioning ? [["conditioning", conditioningText(model.conditioning)] as const] : []),
    ...(model.vision ? [["vision", ...visionText(model.vision)] as const] : []),
    ...endFacts(model),
    ["norm", model.norm],
  ];
  if (model.bias || model.dropout) {
    facts.push([
      "also",
      [model.bias ? "biases" : "", model.dropout ? "dropout" : ""].filter(Boolean).join(", "),
    ]);
  }
  return documentOf(
    { kind: "heading", level: 2, text: `model ${model.name}` },
    ...(params === undefined ? [] : [{ kind: "paragraph" as const, text: printed(params.value, "param") }]),
    factsTable(facts),
    ...(params === undefined ? [] : [breakdownTable(params)]),
  );
}

function blockFacts({ blocks }: Model): readonly Fact[] {
  return (blocks ?? []).map((block, i): Fact => {
    const mixer = block.recurrent
      ? recurrentText(block.recurrent)
      : block.attention && (block.attention.heads > 0 ? attentionText(block.attention) : "no attention");
    const operators = (block.operators ?? []).map(operatorText);
    const own = [mixer, block.mlp && mlpText(block.mlp), ...operators].filter(Boolean).join("; ");
    return [`block ${i + 1}`, `${plain(block.layers)} ${block.layers === 1 ? "layer" : "layers"}`, own];
  });
}

/** An own operator by its name and its work for one token. */
function operatorText({ name, flops, bytes, saved, params, shard }: OwnOperator): string {
  const work = [
    ...(flops > 0 ? [`${printed(flops, "FLOP")} a token`] : []),
    ...(bytes > 0 ? [`${printed(bytes, "B")} moved`] : []),
    ...(saved > 0 ? [`${printed(saved, "B")} saved`] : []),
    ...(params > 0 ? [printed(params, "param")] : []),
    ...(shard === "none" ? ["not sharded"] : []),
  ];
  return `${name}: ${work.join(", ")}`;
}

function encoderText({ layers, attention, mlp }: Encoder): string {
  const own = [attention && attentionText(attention), mlp && mlpText(mlp)].filter(Boolean);
  return [`${plain(layers)} layers, every token attends to all`, ...own].join("; ");
}

function conditioningText({ shared, text, outputs }: Conditioning): string {
  const norms = shared ? "adaptive norms that layers share" : "adaptive norms";
  const by = text === null ? "timestep and class" : `timestep and a text of ${plain(text.tokens)} tokens`;
  return `${norms} by ${by}; ${plain(outputs)} channels predicted`;
}

function visionText({ encoder, images, merge, hidden }: Vision): readonly [string, string] {
  const { patches } = encoder;
  const tokens = patches ? (patches.image / patches.patch) ** 2 / merge : 0;
  const projector = hidden === null ? "a projector of one matrix" : `a projector of width ${plain(hidden)}`;
  return [
    `${encoder.name}, ${plain(encoder.layers)} layers`,
    `${plain(tokens)} tokens an image, ${plain(images)} a sequence; ${projector}`,
  ];
}

/** Card lines on a model's input before the first layer and its output after the last. */
function endFacts(model: Model): readonly Fact[] {
  const { patches, mtp } = model;
  const mask: readonly Fact[] = model.mask === "causal" ? [] : [["mask", "none: every token attends to all"]];
  if (patches)
    return [
      ...mask,
      [
        "input",
        `images of ${patches.image} x ${patches.image}, patches of ${patches.patch} x ${patches.patch}`,
      ],
      ["classes", plain(model.vocab)],
      ["positions", model.positions],
    ];
  return [
    ...mask,
    ...(mtp > 0 ? [["multi-token prediction", plain(mtp), "modules after the layers"] as const] : []),
    ["vocab", plain(model.vocab), model.tiedEmbeddings ? "tied embeddings" : "separate output head"],
    ["positions", model.positions, `up to ${plain(model.maxSeqLen)} tokens`],
  ];
}

function recurrentFacts(model: Model): readonly Fact[] {
  const { recurrent, pattern } = model;
  if (recurrent === null || pattern === null) return [];
  return [
    ["recurrent", recurrentText(recurrent)],
    ["pattern", pattern.join(pattern.every((one) => one.length === 1) ? "" : ", ")],
  ];
}

function recurrentText(recurrent: Recurrent): string {
  const { kind, dState } = recurrent;
  return kind === "mamba"
    ? `mamba, ${plain(recurrent.dInner)} columns, state of ${dState}`
    : `${kind}, ${recurrent.heads} heads of ${recurrent.dHead}, state of ${dState}`;
}

/** Description of an attention, one function for each kind. */
const ATTENTION: { readonly [K in AttentionKind]: (attention: AttentionOf<K>) => string } = {
  mha: (attention) => `${headsText(attention)}${windowText(attention)}`,
  mqa: (attention) => `${headsText(attention)}${windowText(attention)}`,
  gqa: (attention) =>
    `${headsText(attention)}, ${attention.kvHeads} for keys and values${windowText(attention)}`,
  mla: (attention) => `${headsText(attention)}, ranks ${attention.qRank} (q) and ${attention.kvRank} (kv)`,
};

const attentionText = <K extends AttentionKind>(attention: AttentionOf<K>): string =>
  ATTENTION[attention.kind](attention);

const headsText = ({ kind, heads, dHead }: Attention): string => `${kind}, ${heads} heads of ${dHead}`;

function windowText({ slidingWindow, slidingWindowPattern: every }: HeadFields): string {
  if (slidingWindow === null) return "";
  const but = every === null ? "" : `, full in one layer of ${every}`;
  return `; sliding window of ${plain(slidingWindow)} tokens${but}`;
}

function mlpText(mlp: Mlp): string {
  if (mlp.kind !== "moe") return denseText(mlp);
  const shared =
    mlp.shared > 0
      ? ` + ${mlp.shared} shared${mlp.sharedDff === mlp.expert.dFf ? "" : ` of d_ff ${plain(mlp.sharedDff)}`}`
      : "";
  const dense = mlp.denseLayers > 0 ? `; first ${mlp.denseLayers} layers dense` : "";
  const every = mlp.every > 1 ? `; experts in one layer of ${mlp.every}` : "";
  const groups = mlp.topGroups < mlp.groups ? ` in ${mlp.topGroups} of ${mlp.groups} groups` : "";
  return `moe, ${mlp.topK} of ${mlp.experts} experts${groups}${shared}, each ${denseText(mlp.expert)}${dense}${every}`;
}

function denseText(mlp: DenseMlp): string {
  return `${mlp.clamped ? "clamped " : ""}${mlp.kind}, d_ff ${plain(mlp.dFf)}`;
}
