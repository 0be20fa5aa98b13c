import { ratio, tags, words } from "../../notation/accepts.ts";
import type { FieldRow, RecordRow } from "../../notation/row.ts";

/** Number of an operator for one token of one layer: 0 unless a program says otherwise. */
const perToken = (name: string, doc: string, numbers: readonly string[], example: string): FieldRow => ({
  ...{ name, doc, accepts: { numbers }, range: [0, null], example },
  default: numbers.includes("1") ? "0" : "0 B",
});

/** Schema of an operator that a program adds to every layer. */
export const operatorTag: RecordRow = {
  name: "operator",
  doc: "An operator of your own in every layer, by its work for one token.",
  fields: [
    {
      name: "name",
      doc: "Name of the operator in tables, figures and `explain`.",
      accepts: { text: true },
      default: '"own operator"',
      example: '"short convolution"',
    },
    {
      ...perToken(
        "flops",
        "FLOPs of the forward pass for one token.",
        ["FLOP", "FLOP/token", "1"],
        "2 * d_model * 64",
      ),
      unit: "FLOP",
    },
    {
      ...perToken(
        "bytes",
        "Bytes that the forward pass reads and writes for one token.",
        ["B", "B/token"],
        "48 KiB",
      ),
      unit: "KiB",
    },
    {
      ...perToken("saved", "Bytes saved for the backward pass, for one token.", ["B", "B/token"], "16 KiB"),
      unit: "KiB",
    },
    { ...perToken("params", "Parameters in one layer.", ["param", "1"], "64 * d_model"), unit: "params" },
    {
      name: "backward",
      doc: "FLOPs and bytes of the backward pass, relative to the forward pass.",
      accepts: ratio,
      default: "2",
      range: [0, null],
      example: "1",
    },
    {
      name: "shard",
      doc: "Which ranks share the operator.",
      accepts: words([
        ["tp", "tensor-parallel ranks: its work, saved bytes and parameters divide by `tp`"],
        ["none", "every rank has all of it, as norms; under sequence parallelism its part of the tokens"],
      ]),
      default: "tp",
      example: "none",
    },
  ],
  positional: "name",
};

/** Field of a model with the operators that its layers have besides mixer and feed-forward. */
export const operatorsField: FieldRow = {
  name: "operators",
  doc: "Operators of your own, which every layer runs besides its attention and feed-forward.",
  accepts: { list: tags("operator"), words: [{ word: "none", doc: "there are none" }] },
  default: "none",
  example: '[operator("short convolution", flops = 8 * d_model, bytes = 4 * d_model * 1 bytes)]',
};

/** Field of a block of layers with operators of its own. */
export const blockOperatorsField: FieldRow = {
  ...operatorsField,
  doc: "Operators of your own in the block's layers.",
  accepts: { list: tags("operator"), words: [{ word: "same", doc: "as the model's own" }] },
  default: "same",
};
