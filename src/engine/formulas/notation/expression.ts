/**
 * A parsed expression of the formula book. The syntax is a subset of mathjs', so every text of the book is also a valid
 * mathjs expression (the tests evaluate each one there, with units). A parser of our own avoids loading mathjs, which
 * takes longer than the kernel's whole start-up.
 *
 *   sum     = product { ("+" | "-") product }
 *   product = unary { ("*" | "/") unary }
 *   unary   = "-" unary | power
 *   power   = primary [ "^" unary ]
 *   primary = NUMBER | NAME | NAME "(" sum { "," sum } ")" | "(" sum ")"
 */
export type Expression =
  | { readonly kind: "number"; readonly value: number; readonly text: string }
  | { readonly kind: "symbol"; readonly name: string }
  | { readonly kind: "negate"; readonly operand: Expression }
  | { readonly kind: "binary"; readonly op: Operator; readonly left: Expression; readonly right: Expression }
  | { readonly kind: "call"; readonly name: FunctionName; readonly args: readonly Expression[] };

export type Operator = "+" | "-" | "*" | "/" | "^";
export const functionNames = ["min", "max", "ceil", "floor", "log2", "sqrt", "exp", "expm1"] as const;
export type FunctionName = (typeof functionNames)[number];

const TOKEN = /\s*(?:(\d+(?:\.\d+)?(?:e[+-]?\d+)?)|([A-Za-z_]\w*)|([-+*/^(),]))/y;

interface Token {
  readonly kind: "number" | "name" | "mark" | "end";
  readonly text: string;
}

/** Parses the text of an expression. Throws on invalid text, which is a mistake in the formula book. */
export function parseExpression(text: string): Expression {
  const tokens = tokenize(text);
  let at = 0;
  const peek = (): Token => tokens[at] ?? { kind: "end", text: "" };
  const accept = (mark: string): boolean => {
    const found = peek().kind === "mark" && peek().text === mark;
    if (found) at++;
    return found;
  };
  const fail = (): never => {
    throw new Error(`formula book: cannot read \`${text}\` at \`${peek().text}\``);
  };

  function sum(): Expression {
    let left = product();
    for (;;) {
      if (accept("+")) left = { kind: "binary", op: "+", left, right: product() };
      else if (accept("-")) left = { kind: "binary", op: "-", left, right: product() };
      else return left;
    }
  }
  function product(): Expression {
    let left = unary();
    for (;;) {
      if (accept("*")) left = { kind: "binary", op: "*", left, right: unary() };
      else if (accept("/")) left = { kind: "binary", op: "/", left, right: unary() };
      else return left;
    }
  }
  function unary(): Expression {
    return accept("-") ? { kind: "negate", operand: unary() } : power();
  }
  function power(): Expression {
    const base = primary();
    return accept("^") ? { kind: "binary", op: "^", left: base, right: unary() } : base;
  }
  function primary(): Expression {
    const token = peek();
    if (accept("(")) {
      const inner = sum();
      return accept(")") ? inner : fail();
    }
    if (token.kind === "number") {
      at++;
      return { kind: "number", value: Number(token.text), text: token.text };
    }
    if (token.kind !== "name") return fail();
    at++;
    if (!accept("(")) return { kind: "symbol", name: token.text };
    const name = functionNames.find((f) => f === token.text);
    const args = [sum()];
    while (accept(",")) args.push(sum());
    return name !== undefined && accept(")") ? { kind: "call", name, args } : fail();
  }

  const result = sum();
  return peek().kind === "end" ? result : fail();
}

function tokenize(text: string): readonly Token[] {
  const tokens: Token[] = [];
  const source = text.trim();
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < source.length) {
    const start = TOKEN.lastIndex;
    const match = TOKEN.exec(source);
    if (!match) throw new Error(`formula book: cannot read \`${source.slice(start)}\``);
    const [, number, name, mark] = match;
    if (number !== undefined) tokens.push({ kind: "number", text: number });
    else if (name !== undefined) tokens.push({ kind: "name", text: name });
    else tokens.push({ kind: "mark", text: mark ?? "" });
  }
  return tokens;
}

/** Returns the names of the symbols in an expression, each once. */
export function symbolsOf(expression: Expression): ReadonlySet<string> {
  const names = new Set<string>();
  const walk = (e: Expression): void => {
    switch (e.kind) {
      case "number":
        return;
      case "symbol":
        names.add(e.name);
        return;
      case "negate":
        walk(e.operand);
        return;
      case "binary":
        walk(e.left);
        walk(e.right);
        return;
      case "call":
        for (const arg of e.args) walk(arg);
    }
  };
  walk(expression);
  return names;
}
