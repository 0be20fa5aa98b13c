import {
  type CitedText,
  type Context,
  citedInside,
  counted,
  type FieldFormula,
  fieldFormula,
  originOf,
  poison,
  type RecordValue,
  readField,
  type Value,
} from "../../dsl/evaluate/index.ts";
import type { Origin } from "../../engine/scenario/scenario.ts";
import type { TreeNode } from "../../report/index.ts";
import { textOfValue } from "../text/textOfValue.ts";

import type { Explained } from "./explained.ts";

/** Explanation of a field: its value, and the place where it is written or the default that applies. */
export function explainedField(
  context: Context,
  record: RecordValue,
  names: readonly string[],
  label: string,
): Explained {
  let holder = record;
  let cited: CitedText | null = null;
  for (const [at, name] of names.entries()) {
    const value = readField(context, holder, name);
    if (value.kind === "poison") return value;
    if (at === names.length - 1) {
      const origin = originOf(holder, name, cited, context);
      const node = fieldNode(label, value, origin, holder.type.fields.get(name)?.row.doc);
      return [{ kind: "tree", root: withSum(node, value, fieldFormula(context, holder, name)) }];
    }
    if (value.kind !== "record") return poison();
    cited = citedInside(context, holder, name, value, cited);
    holder = value;
  }
  const children = [...holder.fields.keys()].map((name) =>
    fieldNode(name, readField(context, holder, name), originOf(holder, name, cited, context), undefined),
  );
  const source = holder.type.what === "tagged" ? (cited?.cite ?? null) : holder.cite;
  return [{ kind: "tree", root: { text: label, ...(source === null ? {} : { source }), children } }];
}

/**
 * Explanation of a computed field such as `dp = fill`, with the arithmetic added: the formula, and the values in it.
 */
function withSum(node: TreeNode, value: Value, worked: FieldFormula | null): TreeNode {
  if (worked === null || value.kind !== "quantity") return node;
  const parts = worked.of.map((one) => ({
    text: `${one.label} = ${textOfValue(counted(one.value))}`,
    children: [],
  }));
  return { ...node, formula: worked.sum, children: [...parts, ...node.children] };
}

function fieldNode(label: string, value: Value, origin: Origin | null, doc: string | undefined): TreeNode {
  const where = origin?.file === undefined ? null : `${origin.file}:${origin.line}`;
  const source = [
    ...(origin === null ? [] : [origin.kind === "given" ? (where ?? "given") : origin.kind]),
    ...(origin?.cite === undefined ? [] : [origin.cite]),
  ].join("; ");
  const shown = textOfValue(counted(value));
  return {
    text: `${label} = ${shown}`,
    ...(origin?.text === undefined || origin.text === shown ? {} : { formula: origin.text }),
    ...(source === "" ? {} : { source }),
    children: doc === undefined ? [] : [{ text: doc, children: [] }],
  };
}
