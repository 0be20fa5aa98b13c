import type { Breakdown } from "../../engine/estimate.ts";
import type { Attention, DenseMlp, Mlp, Model } from "../../engine/scenario.ts";
import type { Document } from "../document.ts";
import { documentOf } from "../documentOf.ts";
import { plain, printed } from "../number.ts";
import { breakdownTable } from "./breakdownTable.ts";
import { type Fact, factsTable } from "./factsTable.ts";

/** What a model is: its shape, and its parameters by part when they are known. */
export function modelCard(model: Model, params?: Breakdown): Document {
  const facts: Fact[] = [
    ["layers", plain(model.layers)],
    ["d_model", plain(model.dModel)],
    ["attention", attentionText(model.attention)],
    ["mlp", mlpText(model.mlp)],
    ...recurrentFacts(model),
    ["vocab", plain(model.vocab), model.tiedEmbeddings ? "tied embeddings" : "separate output head"],
    ["positions", model.positions, `up to ${plain(model.maxSeqLen)} tokens`],
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

function recurrentFacts(model: Model): readonly Fact[] {
  const { recurrent, pattern } = model;
  if (recurrent === null || pattern === null) return [];
  const { kind, heads, dHead, dState } = recurrent;
  return [
    ["recurrent", `${kind}, ${heads} heads of ${dHead}, state of ${dState}`],
    ["pattern", pattern.join(pattern.every((one) => one.length === 1) ? "" : ", ")],
  ];
}

function attentionText(attention: Attention): string {
  return `${headsText(attention)}${windowText(attention)}`;
}

function windowText(attention: Attention): string {
  if (attention.kind === "mla" || attention.slidingWindow === null) return "";
  const { slidingWindow, slidingWindowPattern: every } = attention;
  const but = every === null ? "" : `, full in one layer of ${every}`;
  return `; sliding window of ${plain(slidingWindow)} tokens${but}`;
}

function headsText(attention: Attention): string {
  switch (attention.kind) {
    case "mha":
    case "mqa":
      return `${attention.kind}, ${attention.heads} heads of ${attention.dHead}`;
    case "gqa":
      return `gqa, ${attention.heads} heads of ${attention.dHead}, ${attention.kvHeads} for keys and values`;
    case "mla":
      return `mla, ${attention.heads} heads of ${attention.dHead}, ranks ${attention.qRank} (q) and ${attention.kvRank} (kv)`;
  }
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
  return `${mlp.kind}, d_ff ${plain(mlp.dFf)}`;
}
