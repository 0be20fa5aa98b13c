import { count, wordList } from "../../notation/accepts.ts";
import type { FieldRow, RecordRow } from "../../notation/row.ts";

export const shampooTag: RecordRow = {
  name: "shampoo",
  doc: "Shampoo: left and right preconditioners of every matrix, and their inverse roots (arXiv:1802.09568, arXiv:2309.06497).",
  fields: [
    {
      name: "block",
      doc: "The longest side of a block; each block of a matrix has its own preconditioners.",
      accepts: count(),
      default: "1_024",
      range: [1, 1e6],
      source: "facebookresearch/optimizers, DistributedShampoo: max_preconditioner_dim",
      example: "8_192",
    },
    {
      name: "interval",
      doc: "Steps from one computation of the inverse roots to the next.",
      accepts: count(),
      default: "100",
      range: [1, 1e6],
      source: "facebookresearch/optimizers, DistributedShampoo: precondition_frequency",
      example: "50",
    },
  ],
  positional: "block",
};

export const optimizerField: FieldRow = {
  name: "optimizer",
  doc: "The optimizer: its state per parameter and the work of its step.",
  accepts: {
    tags: ["shampoo"],
    words: wordList([
      ["adam", "two moments (arXiv:1412.6980)"],
      ["adamw", "Adam's two moments, decoupled weight decay (arXiv:1711.05101)"],
      ["adam_8bit", "two moments of 8 bits, a scale for every 2,048 (arXiv:2110.02861)"],
      ["adafactor", "row and column sums of a matrix's second moment (arXiv:1804.04235)"],
      ["lion", "one moment (arXiv:2302.06675)"],
      ["lamb", "Adam's two moments, an update scaled by the norms of each layer (arXiv:1904.00962)"],
      ["lars", "one moment, a gradient scaled by the norms of each layer (arXiv:1708.03888)"],
      ["muon", "one moment, orthogonalised; AdamW for embeddings, head and norms (arXiv:2502.16982)"],
      ["sgd_momentum", "one moment"],
      ["sgd", "none"],
    ]),
  },
  default: "adam",
  example: "adam",
};
