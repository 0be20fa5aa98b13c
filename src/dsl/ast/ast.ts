/**
 * Syntax tree of a `.dtp` text. Every node has its span of the source, in UTF-16 offsets. Nodes are plain data: the
 * parser makes them; the formatter, the evaluator and the language services read them.
 */

import type { definitionKinds } from "./words.ts";

/** Range of UTF-16 offsets into one source text. `start` belongs to the range, `end` is the first offset after it. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** A source text. Messages call it by `name` (`plan.dtp`, `std/models`, `cell 4`). */
export interface Source {
  readonly name: string;
  readonly text: string;
}

/**
 * Comment of a program. `doc` is true for a doc comment (`##`). Comments are stored apart from the tree, in written
 * order, and the formatter prints them at their places.
 */
export interface Comment {
  readonly span: Span;
  readonly text: string;
  readonly doc: boolean;
}

export interface Name {
  readonly name: string;
  readonly span: Span;
}

/** Dotted path of names, such as `plan.tp`. At least one name. */
export interface Path {
  readonly names: readonly Name[];
  readonly span: Span;
}

export interface File {
  readonly source: Source;
  readonly edition?: { readonly year: number; readonly span: Span };
  /**
   * Imports and statements of the text, in written order. In a file, all imports come first; a cell may mix them with
   * statements.
   */
  readonly items: readonly (Import | Statement)[];
  /** Bare expression at the end of a cell. The session shows its value below the cell. */
  readonly result?: Expr;
  readonly comments: readonly Comment[];
}

export interface Import {
  readonly kind: "import";
  readonly span: Span;
  readonly names: readonly { readonly name: Name; readonly as?: Name }[];
  readonly from: { readonly value: string; readonly span: Span };
}

export type Statement =
  | Define
  | Let
  | Fn
  | Sweep
  | Solve
  | Control
  | Exercise
  | Predict
  | Show
  | Plot
  | Compare
  | Explain
  | Diagnose
  | Expect;

export type DefinitionKind = (typeof definitionKinds)[number];

export interface Define {
  readonly kind: "define";
  readonly span: Span;
  readonly what: DefinitionKind;
  readonly name: Name;
  readonly cite?: Cite;
  /**
   * Content of the definition: a record literal, or any expression that gives a record of the defined kind (`plan wide
   * = tp8 with { pp = 32 }`).
   */
  readonly body: Expr;
  /** Doc comment of the definition: the text of the `##` lines above it, joined. */
  readonly doc?: string;
}

export interface Let {
  readonly kind: "let";
  readonly span: Span;
  readonly name: Name;
  readonly value: Expr;
  readonly doc?: string;
}

/** A function of the program: `fn per_token(s, share) = share * s.cost / s.plan.tokens`. */
export interface Fn {
  readonly kind: "fn";
  readonly span: Span;
  readonly name: Name;
  readonly params: readonly Name[];
  readonly body: Expr;
  readonly doc?: string;
}

/**
 * A `sweep` or `search` statement. It makes a table of scenarios from the base expression and its clauses (`for`,
 * `where`, `keep`).
 */
export interface Sweep {
  readonly kind: "sweep" | "search";
  readonly span: Span;
  readonly name: Name;
  readonly base: Expr;
  readonly clauses: readonly Clause[];
  readonly doc?: string;
}

/**
 * A `solve` statement. It looks in the ranges of its `for` clauses for the numbers that meet its `where` conditions,
 * or of all that do for the best one.
 */
export interface Solve {
  readonly kind: "solve";
  readonly span: Span;
  readonly name: Name;
  readonly base: Expr;
  readonly clauses: readonly Clause[];
  readonly doc?: string;
}

/**
 * Statement `control base.plan.tp in [1, 2, 4, 8]`: a value of the program that its reader may choose, from a list, or
 * from the range from `in` to `to`.
 */
export interface Control {
  readonly kind: "control";
  readonly span: Span;
  readonly path: Path;
  readonly in: Expr;
  readonly to?: Expr;
  /** Doc comment of the control, which labels it. */
  readonly doc?: string;
}

/**
 * Statement `exercise gpus { answer = none, hints = [".."], seal = ".." }`: a question to a reader. Its name has the value of
 * `answer`. The fields are those of the schema's `exerciseRow`.
 */
export interface Exercise {
  readonly kind: "exercise";
  readonly span: Span;
  readonly name: Name;
  readonly body: RecordExpr;
  /** Doc comment of the exercise: the question in words. */
  readonly doc?: string;
}

/**
 * Statement `predict peak { of = base.memory.peak, guess = none }`: asks its reader for a guess and then shows the value beside it.
 * Its name has the value of `guess`. The fields are those of the schema's `predictRow`.
 */
export interface Predict {
  readonly kind: "predict";
  readonly span: Span;
  readonly name: Name;
  readonly body: RecordExpr;
  /** Doc comment: the question in words. */
  readonly doc?: string;
}

export type Clause =
  /** Clause `for`: a list of values, or in a `solve` statement the range from `in` to `to`. */
  | {
      readonly kind: "for";
      readonly span: Span;
      readonly paths: readonly Path[];
      readonly in: Expr;
      readonly to?: Expr;
    }
  /** Clause `where`. One limit of a `within` clause is a condition too, with the limit as it is written in `budget`. */
  | { readonly kind: "where"; readonly span: Span; readonly condition: Expr; readonly budget?: NumberExpr }
  | { readonly kind: "derive"; readonly span: Span; readonly name: Name; readonly value: Expr }
  /** Clause `scaling strong`: a column `name` with each row's scaling efficiency. `how` is the kind of scaling. */
  | { readonly kind: "scaling"; readonly span: Span; readonly name: Name; readonly how: Name }
  | { readonly kind: "minimize" | "maximize"; readonly span: Span; readonly objective: Expr }
  /** Clause `pareto`: several expressions to minimise. The table contains their Pareto front. */
  | { readonly kind: "pareto"; readonly span: Span; readonly objectives: readonly Expr[] }
  /**
   * Clause `keep`: the table contains the best `count` rows. With `per` paths, it contains the best `count` rows for
   * each combination of these paths' values.
   */
  | { readonly kind: "keep"; readonly span: Span; readonly count: number; readonly per: readonly Path[] };

export interface Column {
  readonly name?: Name;
  readonly value: Expr;
}

export interface ShowItem {
  readonly value: Expr;
  readonly columns?: readonly Column[];
  /** Span in the source of the braces around the list of columns. */
  readonly columnsSpan?: Span;
}

export interface Show {
  readonly kind: "show";
  readonly span: Span;
  readonly items: readonly ShowItem[];
}

export interface Plot {
  readonly kind: "plot";
  readonly span: Span;
  readonly items: readonly Expr[];
  readonly options?: RecordExpr;
}

/** Statement `compare a, b, c`: scenarios side by side, with what each later one changes from the first, and why. */
export interface Compare {
  readonly kind: "compare";
  readonly span: Span;
  readonly items: readonly Expr[];
}

export interface Explain {
  readonly kind: "explain";
  readonly span: Span;
  readonly value: Expr;
  /** Scenario or result of `explain a against b`, from which the explained one differs. */
  readonly against?: Expr;
}

/** Search for the causes by which a measured run differs from a scenario's prediction. */
export interface Diagnose {
  readonly kind: "diagnose";
  readonly span: Span;
  readonly value: Expr;
  readonly against: Expr;
}

export interface Cite {
  readonly text: string;
  readonly span: Span;
}

/** Text for a learner whose `expect` check fails: `hint "Count the optimizer's two moments."`. */
export interface Hint {
  readonly text: string;
  readonly span: Span;
}

/** Tolerance of an `expect` statement or of one check: `within 5%` (relative) or `within 0.2 s` (absolute). */
export interface Within {
  readonly value: NumberExpr;
  readonly span: Span;
}

export interface Expect {
  readonly kind: "expect";
  readonly span: Span;
  /** Citation before the braces of the statement. It applies to every check that has no citation of its own. */
  readonly cite?: Cite;
  readonly within?: Within;
  /** True where the statement has its checks in braces. False for a single check without braces. */
  readonly block: boolean;
  /** Span in the source of the braces around the checks. */
  readonly blockSpan?: Span;
  readonly checks: readonly Check[];
}

export interface Check {
  readonly span: Span;
  /** Doc comment of the check: the text of the `##` lines above it, which states the check's claim in words. */
  readonly doc?: string;
  readonly condition: Expr;
  readonly within?: Within;
  readonly cite?: Cite;
  /** Text for a learner. A message on the failed check shows this text instead of the actual value. */
  readonly hint?: Hint;
}

export type Expr =
  | NumberExpr
  | StringExpr
  | BooleanExpr
  | NoneExpr
  | NameExpr
  | RecordExpr
  | ListExpr
  | MemberExpr
  | CallExpr
  | UnaryExpr
  | BinaryExpr
  | AsExpr
  | IfExpr
  | ParenExpr
  | ErrorExpr;

/**
 * Number literal: `80 GiB`, `175B params`, `$2/GPU-hour`, `51.4%`. `value` is the number without its scale and unit:
 * 80, 175, 2, 51.4.
 */
export interface NumberExpr {
  readonly kind: "number";
  readonly span: Span;
  readonly value: number;
  /**
   * Letters after the digits that multiply the number: `K M G T P E Ki Mi Gi Ti Pi`, or `B` (10^9) before a counted
   * unit such as params.
   */
  readonly scale?: string;
  /** Unit as written, without the blank before it: `GB/s`, `params`, `%`, `$`, `$/GPU-hour`. */
  readonly unit?: string;
  readonly unitSpan?: Span;
  /** Number literal exactly as the program writes it. */
  readonly text: string;
}
export interface StringExpr {
  readonly kind: "string";
  readonly span: Span;
  readonly value: string;
}
export interface BooleanExpr {
  readonly kind: "boolean";
  readonly span: Span;
  readonly value: boolean;
}
export interface NoneExpr {
  readonly kind: "none";
  readonly span: Span;
}
export interface NameExpr {
  readonly kind: "name";
  readonly span: Span;
  readonly name: string;
}
export interface RecordField {
  readonly path: Path;
  readonly value: Expr;
  readonly cite?: Cite;
  readonly span: Span;
  readonly doc?: string;
}
export interface RecordExpr {
  readonly kind: "record";
  readonly span: Span;
  readonly fields: readonly RecordField[];
}
export interface ListExpr {
  readonly kind: "list";
  readonly span: Span;
  readonly items: readonly Expr[];
}
export interface MemberExpr {
  readonly kind: "member";
  readonly span: Span;
  readonly object: Expr;
  readonly member: Name;
}
export interface Argument {
  readonly name?: Name;
  readonly value: Expr;
  readonly span: Span;
}
/** A call `f(a, b = 1)`: a function or, in a field, a tagged value such as `mha(heads = 96)`. */
export interface CallExpr {
  readonly kind: "call";
  readonly span: Span;
  readonly callee: Name;
  readonly args: readonly Argument[];
}
export interface UnaryExpr {
  readonly kind: "unary";
  readonly span: Span;
  readonly op: "-" | "not";
  readonly operand: Expr;
}
export type BinaryOp =
  | "+"
  | "-"
  | "*"
  | "/"
  | "^"
  | "=="
  | "!="
  | "<"
  | "<="
  | ">"
  | ">="
  | "~="
  | "in"
  | "and"
  | "or"
  | "on"
  | "with";
export interface BinaryExpr {
  readonly kind: "binary";
  readonly span: Span;
  readonly op: BinaryOp;
  readonly opSpan: Span;
  readonly left: Expr;
  readonly right: Expr;
}
/** Expression such as `x as GiB`, which prints a value in a unit. The unit is as the program writes it. */
export interface AsExpr {
  readonly kind: "as";
  readonly span: Span;
  readonly value: Expr;
  readonly unit: string;
  readonly unitSpan: Span;
}
export interface IfExpr {
  readonly kind: "if";
  readonly span: Span;
  readonly condition: Expr;
  readonly yes: Expr;
  readonly no: Expr;
}
export interface ParenExpr {
  readonly kind: "paren";
  readonly span: Span;
  readonly inner: Expr;
}
/**
 * Placeholder in the tree where the parser recovered from a syntax error. The parser has already reported the error, so
 * evaluating the placeholder reports nothing.
 */
export interface ErrorExpr {
  readonly kind: "error";
  readonly span: Span;
}
