import type { File, Span } from "../../ast/ast.ts";
import type { NameKind } from "../text/known.ts";

/** Definition of a file in an outline, with its fields below it. */
export interface OutlineSymbol {
  readonly name: string;
  readonly kind: NameKind | "field" | "control";
  readonly span: Span;
  readonly nameSpan: Span;
  readonly children: readonly OutlineSymbol[];
}

/** Outline of a file: its definitions with their fields, in written order. */
export function symbols(file: File): readonly OutlineSymbol[] {
  return file.items.flatMap((item): OutlineSymbol[] => {
    const { span } = item;
    switch (item.kind) {
      case "define":
        return [
          {
            ...{ name: item.name.name, kind: item.what, span, nameSpan: item.name.span },
            children: item.body.kind === "record" ? item.body.fields.map(fieldSymbol) : [],
          },
        ];
      case "let":
      case "exercise":
      case "predict":
        return [{ name: item.name.name, kind: "value", span, nameSpan: item.name.span, children: [] }];
      case "fn":
        return [{ name: item.name.name, kind: "function", span, nameSpan: item.name.span, children: [] }];
      case "sweep":
      case "search":
      case "solve":
        return [{ name: item.name.name, kind: "table", span, nameSpan: item.name.span, children: [] }];
      case "control": {
        const { names, span: nameSpan } = item.path;
        return [
          { name: names.map(({ name }) => name).join("."), kind: "control", span, nameSpan, children: [] },
        ];
      }
      default:
        return [];
    }
  });
}

const fieldSymbol = ({
  path,
  span,
}: {
  readonly path: { readonly names: readonly { readonly name: string }[]; readonly span: Span };
  readonly span: Span;
}): OutlineSymbol => ({
  name: path.names.map(({ name }) => name).join("."),
  kind: "field",
  span,
  nameSpan: path.span,
  children: [],
});
