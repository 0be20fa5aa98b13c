// Grammar of DTP for tree-sitter: the one of docs/language.md. Words and numbers are read by src/scanner.c, which looks
// ahead as the language's own lexer does: `plan` is a word before a name and a name elsewhere, `5 h` is a number with a
// unit, `5 else` is not.
const { softWords } = require("./words.json");

/** Binding powers of src/dsl/syntax/grammar/climb.ts. */
const BINDING = {
  ...{ on: 1, or: 2, and: 3, not: 4, compare: 5, as: 6, sum: 7, product: 8, negative: 9, power: 10 },
  member: 11,
};

/** A word that may also be a name, where the scanner reads it as a word. */
const soft = ($, word) => alias($[`_${word}`], word);
const list = (item) => seq(item, repeat(seq(",", item)));
/** Items between which a comma or a line end stands. */
const lines = (item) => repeat(seq(item, optional(",")));

module.exports = grammar({
  name: "dtp",

  // Their order is that of `enum Token` in src/scanner.c: the words follow in the order of words.json.
  externals: ($) => [
    $._name,
    $._number,
    $._unit_of_number,
    $._unit_after_as,
    $._call_open,
    $._error_sentinel,
    ...softWords.map((word) => $[`_${word}`]),
  ],

  extras: ($) => [/[\s\uFEFF]/, $.comment],

  conflicts: ($) => [[$.path, $._primary]],

  rules: {
    source_file: ($) => repeat($._chunk),

    _chunk: ($) =>
      choice(
        $.edition,
        $.import,
        $.definition,
        $.let,
        $.function,
        $.table,
        $.solve,
        $.control,
        $.exercise,
        $.predict,
        $.show,
        $.plot,
        $.compare,
        $.explain,
        $.diagnose,
        $.expect,
        $.expression_statement,
      ),

    edition: ($) => seq(soft($, "edition"), alias($._number, $.number)),

    import: ($) => seq("import", list($.imported), soft($, "from"), $.string),
    imported: ($) =>
      seq(field("name", $.identifier), optional(seq("as", field("alias", $.identifier)))),

    definition: ($) =>
      seq(
        field("kind", choice(...["model", "device", "cluster", "plan", "queue", "run"].map((word) => soft($, word)))),
        field("name", $.identifier),
        optional($.cite),
        field("body", choice($.record, seq("=", $._expression))),
      ),

    let: ($) => seq("let", field("name", $.identifier), "=", field("value", $._expression)),

    function: ($) =>
      seq(
        soft($, "fn"),
        field("name", $.identifier),
        field("parameters", $.parameters),
        "=",
        field("body", $._expression),
      ),
    parameters: ($) => seq("(", optional(list($.identifier)), ")"),

    table: ($) =>
      seq(
        choice("sweep", "search"),
        field("name", $.identifier),
        "=",
        field("base", $._expression),
        repeat($._clause),
      ),
    solve: ($) =>
      seq(soft($, "solve"), field("name", $.identifier), "=", field("base", $._expression), repeat($._clause)),
    exercise: ($) => seq(soft($, "exercise"), field("name", $.identifier), $.record),
    predict: ($) => seq(soft($, "predict"), field("name", $.identifier), $.record),
    control: ($) => seq(soft($, "control"), $.path, "in", $._expression, optional(seq("..", $._expression))),

    _clause: ($) =>
      choice($.for, $.where, $.derive, $.scaling, $.objective, $.pareto, $.budget, $.keep),
    for: ($) =>
      seq(
        "for",
        choice($.path, seq("(", list($.path), ")")),
        "in",
        $._expression,
        optional(seq("..", $._expression)),
      ),
    where: ($) => seq("where", $._expression),
    derive: ($) => seq("derive", field("name", $.identifier), "=", field("value", $._expression)),
    scaling: ($) => seq(soft($, "scaling"), $.identifier),
    objective: ($) => seq(choice("minimize", "maximize"), $._expression),
    pareto: ($) => seq(soft($, "pareto"), list($._expression)),
    budget: ($) => seq(soft($, "within"), list($.quantity)),
    keep: ($) => seq(soft($, "keep"), $.quantity, optional(seq(soft($, "per"), list($.path)))),

    show: ($) => prec.right(seq("show", list($.shown))),
    shown: ($) => prec.right(seq($._expression, optional($.columns))),
    columns: ($) => seq("{", lines($.argument), "}"),
    plot: ($) => prec.right(seq("plot", list($._expression), optional($.record))),
    compare: ($) => seq("compare", list($._expression)),
    diagnose: ($) => seq(soft($, "diagnose"), $._expression, soft($, "against"), $._expression),
    explain: ($) => seq("explain", $._expression, optional(seq(soft($, "against"), $._expression))),

    expect: ($) =>
      seq("expect", repeat(choice($.cite, $.within)), choice($.checks, $.check)),
    checks: ($) => prec(1, seq("{", lines($.check), "}")),
    check: ($) => seq($._expression, optional($.within), optional($.cite), optional($.hint)),
    within: ($) => seq(soft($, "within"), $.quantity),
    cite: ($) => seq(soft($, "cite"), $.string),
    hint: ($) => seq(soft($, "hint"), $.string),

    expression_statement: ($) => $._expression,

    _expression: ($) => choice($.binary, $.unary, $.conversion, $.member, $._primary),

    binary: ($) =>
      choice(
        ...[
          [BINDING.on, choice("on", "with")],
          [BINDING.or, "or"],
          [BINDING.and, "and"],
          [BINDING.compare, choice("==", "!=", "<", "<=", ">", ">=", "~=", "in")],
          [BINDING.sum, choice("+", "-")],
          [BINDING.product, choice("*", "/")],
        ].map(([power, operator]) =>
          prec.left(power, seq($._expression, field("operator", operator), $._expression)),
        ),
        prec.right(BINDING.power, seq($._expression, field("operator", "^"), $._expression)),
      ),
    unary: ($) =>
      choice(
        prec(BINDING.not, seq("not", $._expression)),
        prec(BINDING.negative, seq("-", $._expression)),
      ),
    conversion: ($) => prec.left(BINDING.as, seq($._expression, "as", alias($._unit_after_as, $.unit))),

    member: ($) => prec.left(BINDING.member, seq(choice($.member, $._primary), ".", field("name", $.identifier))),

    _primary: ($) =>
      choice(
        $.quantity,
        $.string,
        $.boolean,
        $.none,
        $.identifier,
        $.call,
        $.record,
        $.list,
        $.parenthesized,
        $.conditional,
      ),

    quantity: ($) => seq(alias($._number, $.number), optional(alias($._unit_of_number, $.unit))),
    string: () => /"([^"\\\r\n]|\\[^\r\n])*"/,
    boolean: () => choice("true", "false"),
    none: () => "none",
    call: ($) =>
      seq(field("function", $.identifier), alias($._call_open, "("), lines($.argument), ")"),
    argument: ($) => seq(optional(seq(field("name", $.identifier), "=")), field("value", $._expression)),
    record: ($) => seq("{", lines($.field), "}"),
    field: ($) => seq(field("path", $.path), "=", field("value", $._expression), optional($.cite)),
    list: ($) => seq("[", lines($._expression), "]"),
    parenthesized: ($) => seq("(", $._expression, ")"),
    conditional: ($) =>
      prec.right(seq("if", $._expression, "then", $._expression, "else", $._expression)),

    identifier: ($) => $._name,
    path: ($) => seq($.identifier, repeat(seq(".", $.identifier))),

    comment: () => /(#|\/\/)[^\r\n]*/,
  },
});
