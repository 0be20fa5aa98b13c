import type { Algebra } from "../../core/algebra.ts";
import type { Mlp } from "../../scenario/mlp.ts";
import type { Block, Model } from "../../scenario/model.ts";

/**
 * A part of a model whose layers have fields of their own: one block, the encoder, or multi-token prediction.
 */
export interface ModelPart {
  /** Suffix to a layer's name for people, such as " of the encoder"; "" where a model has a single part. */
  readonly name: string;
  /** The model with the fields of this part's layers. */
  readonly model: Model;
  /** Paths of fields that this part overrides: `attention` at `model.blocks[1].attention`. */
  readonly paths: Readonly<Record<string, string>>;
  readonly role: "layers" | "encoder" | "decoder" | "prediction" | "vision";
}

/** The parts of a model, and the part of each layer. */
interface Laid {
  readonly parts: readonly ModelPart[];
  /** Index into `parts` for each layer, in the order in which a token passes the layers. */
  readonly of: readonly number[];
}

const laid = new WeakMap<Model, Laid>();

export const modelParts = (model: Model): readonly ModelPart[] => laidOut(model).parts;

/** The part of a layer. Layers of an encoder come first, those of multi-token prediction last. */
export function partOf(model: Model, layer: number): ModelPart {
  const { parts, of } = laidOut(model);
  return parts[of[layer] ?? parts.length - 1] as ModelPart;
}

/** Number of layers that a pipeline divides. Layers of multi-token prediction stay with the head. */
export const stackedLayers = (model: Model): number => layersBefore(model) + model.layers;

/** Number of layers of the encoder, of tokens or of images, which precede the model's own. */
export const layersBefore = ({ encoder, vision }: Model): number =>
  encoder?.layers ?? vision?.encoder.layers ?? 0;

export const allLayers = (model: Model): number => stackedLayers(model) + model.mtp;

function laidOut(model: Model): Laid {
  const known = laid.get(model);
  if (known) return known;
  const made = layOut(model);
  laid.set(model, made);
  return made;
}

function layOut(model: Model): Laid {
  const parts: ModelPart[] = [];
  const of: number[] = [];
  const { encoder, vision, blocks, layers, mtp } = model;
  if (encoder) {
    const own = { ...model, ...changed(model, encoder), mask: "bidirectional" as const };
    parts.push(part(" of the encoder", own, "model.encoder", encoder, "encoder"));
    of.push(...new Array<number>(encoder.layers).fill(0));
  }
  if (vision) {
    parts.push(visionPart(vision.encoder));
    of.push(...new Array<number>(vision.encoder.layers).fill(0));
  }
  const first = parts.length;
  // Layers of a diffusion transformer attend to a text as a decoder does to an encoder.
  const role = encoder || model.conditioning?.text ? "decoder" : "layers";
  if (blocks === null) {
    const plain = !encoder && !vision && mtp === 0;
    const suffix = vision ? " of the language model" : encoder ? " of the decoder" : "";
    parts.push(part(suffix, plain ? model : bare(model), "model", null, role));
    of.push(...new Array<number>(layers).fill(first));
  } else {
    for (const [i, block] of blocks.entries())
      parts.push(part(` of block ${i + 1}`, blockModel(model, block), `model.blocks[${i}]`, block, role));
    const period = blocks.flatMap((block, i) => new Array<number>(block.layers).fill(first + i));
    for (let layer = 0; layer < layers; layer++) of.push(period[layer % period.length] ?? first);
  }
  if (mtp > 0) {
    const last = parts[of.at(-1) ?? first] ?? (parts[first] as ModelPart);
    parts.push({ ...last, name: " of multi-token prediction", role: "prediction" });
    of.push(...new Array<number>(mtp).fill(parts.length - 1));
  }
  return { parts, of };
}

function part(
  name: string,
  model: Model,
  path: string,
  own: Partial<Block> | null,
  role: ModelPart["role"],
): ModelPart {
  const paths: Record<string, string> = {};
  for (const field of ["attention", "mlp", "recurrent"] as const)
    if (own?.[field]) paths[field] = `${path}.${field}`;
  own?.operators?.forEach((_, i) => {
    paths[`operators[${i}]`] = `${path}.operators[${i}]`;
  });
  return { name, model, paths, role };
}

/** Fields of a vision encoder that formulas read, each with a path of its own. */
const VISION_FIELDS = [
  ...["layers", "d_model", "attention", "mlp", "recurrent", "input", "norms_per_layer", "max_seq_len"],
  "vocab",
];

const visionPart = (encoder: Model): ModelPart => ({
  ...{ name: " of the vision encoder", model: bare(encoder), role: "vision" },
  paths: Object.fromEntries(VISION_FIELDS.map((field) => [field, `model.vision.encoder.${field}`])),
});

const bare = (model: Model): Model => ({ ...model, encoder: null, vision: null, blocks: null, mtp: 0 });

const changed = (model: Model, own: Pick<Block, "attention" | "mlp">): Model => ({
  ...bare(model),
  attention: own.attention ?? model.attention,
  mlp: own.mlp ?? model.mlp,
});

/** One block as a model of its own, whose pattern has a single layer. */
function blockModel(model: Model, block: Block): Model {
  const own = {
    ...changed(model, block),
    recurrent: block.recurrent,
    operators: block.operators ?? model.operators,
  };
  const fed = !isNone(own.mlp);
  const mixed = block.recurrent !== null || own.attention.heads > 0;
  if (!mixed) return { ...own, pattern: [own.mlp.kind === "moe" ? "E" : "-"] };
  if (block.recurrent) return { ...own, pattern: [fed ? "recurrent" : "M"] };
  return { ...own, pattern: [fed ? "attention" : "*"] };
}

/** True for `mlp = none`. */
const isNone = (mlp: Mlp): boolean => mlp.kind !== "moe" && mlp.dFf === 0;

/** An algebra that names a part's inputs by their own paths. */
export function partAlgebra<N>(alg: Algebra<N>, { paths }: ModelPart): Algebra<N> {
  if (alg.shares || Object.keys(paths).length === 0) return alg;
  return {
    ...alg,
    input(path, value, unit) {
      const [head, field = "", ...rest] = path.split(".");
      const own = head === "model" ? paths[field] : undefined;
      return alg.input(own === undefined ? path : [own, ...rest].join("."), value, unit);
    },
  };
}
