import { DIMENSIONLESS, dimension, print, printDimension, type Quantity } from "../../../units/index.ts";
import type { Place } from "../../diagnostics/diagnostic.ts";
import { diagnostic, either, suggest } from "../../diagnostics/index.ts";
import {
  type Accepts,
  choices,
  type FieldRow,
  fieldRow,
  implausible,
  kindRow,
  otherWord,
  tagRow,
} from "../../schema/index.ts";
import type { Context } from "../values/context.ts";
import type { Drawn } from "../values/draws.ts";
import { describe, type OfField, poison, type Value } from "../values/value.ts";
import { counted } from "./arithmetic.ts";
import { callHelp, notOffered } from "./problem.ts";

/**
 * Checks a field's value against the field's schema row. Returns the value in the dimension of the row, or an error.
 */
export function checkField(
  context: Context,
  row: FieldRow,
  value: Value,
  place: Place,
  written: boolean,
): Value {
  return check(context, row, row.accepts, counted(value), place, written);
}

function check(
  context: Context,
  row: FieldRow,
  accepts: Accepts,
  value: Value,
  place: Place,
  written: boolean,
): Value {
  if (accepts.any) return value;
  switch (value.kind) {
    case "poison":
      return value;
    case "quantity":
      return accepts.numbers
        ? checkNumber(context, row, accepts, value, place, written)
        : wrong(row, value, place);
    case "boolean":
      return accepts.boolean ? value : wrong(row, value, place);
    case "text":
      return accepts.text ? value : wrong(row, value, place);
    case "none":
      return accepts.words?.some((one) => one.word === "none") || row.default === "none" || row.derived
        ? wordOf(row, value)
        : wrong(row, value, place);
    case "word":
      return accepts.words?.some((one) => one.word === value.word)
        ? wordOf(row, value)
        : unknownWord(row, value.word, place);
    case "record":
      if (value.type.what === "tagged")
        return accepts.tags?.includes(value.name) ? value : wrong(row, value, place);
      return accepts.definition === value.type.what ? value : wrong(row, value, place);
    case "list": {
      if (!accepts.list) return wrong(row, value, place);
      if (accepts.filled && value.items.length === 0)
        return poison(
          diagnostic(
            "wrong-type",
            { what: `\`${row.name}\``, wanted: "a list with at least one item", found: "an empty list" },
            place,
            { help: `write for example \`${row.name} = ${row.example}\`` },
          ),
        );
      const items: Value[] = [];
      for (const item of value.items) {
        const checked = check(context, row, accepts.list, item, place, written);
        if (checked.kind === "poison") return checked;
        items.push(checked);
      }
      return { kind: "list", items };
    }
    case "scenario":
      return accepts.scenario ? value : wrong(row, value, place);
    default:
      return wrong(row, value, place);
  }
}

/**
 * Largest value of a field that holds a count. JavaScript numbers above this limit do not represent every whole number.
 */
const MOST_COUNT = Number.MAX_SAFE_INTEGER;

/**
 * Records on a word (or `none`) which field it was read from, so that comparisons know the words of that field. A word
 * from another field's default keeps its own field, which has the same words.
 */
const wordOf = <V extends OfField>(row: FieldRow, value: V): V => (value.of ? value : { ...value, of: row });

function checkNumber(
  context: Context,
  row: FieldRow,
  accepts: Accepts,
  value: Quantity & Drawn,
  place: Place,
  written: boolean,
): Value {
  const { numbers = [] } = accepts;
  if (!numbers.includes(value.dimension.key)) {
    const found = printDimension(value.dimension);
    const wanted = either(
      numbers.map((key) => (key === "1" ? "a plain number" : printDimension(dimension(key)))),
    );
    const meant = value.dimension.key === "1" ? unitsFor(row, place) : [];
    const example = meant.length > 0 ? meant.join("` or `") : row.example;
    const fix = meant.length === 1 ? { fix: { place, text: meant[0] ?? "" } } : {};
    return poison(diagnostic("wrong-unit", { what: `\`${row.name}\``, wanted, found, example }, place, fix));
  }
  if (!Number.isFinite(value.value)) return poison(diagnostic("number-too-large", {}, place));
  if (accepts.integer && value.draws) {
    const owner = (["model", "cluster", "plan"] as const).find(
      (kind) => fieldRow(kindRow(kind), row.name) === row,
    );
    const path = owner === undefined ? row.name : `${owner}.${row.name}`;
    return poison(diagnostic("uncertain-count", { field: row.name, path }, place));
  }
  let checked = value;
  const rounded = Math.round(value.value);
  if (accepts.integer && value.value !== rounded) {
    if (Math.abs(value.value - rounded) > 1e-9 * Math.abs(value.value))
      return poison(diagnostic("not-an-integer", { field: row.name, value: print(value) }, place));
    checked = { ...checked, value: rounded };
  }
  const [least, limit] = row.range ?? [null, null];
  const most = limit ?? (accepts.integer ? MOST_COUNT : null);
  if ((least !== null && checked.value < least) || (most !== null && checked.value > most)) {
    const show = (base: number) => print({ ...value, value: base }, row.unit);
    const range =
      least !== null && most !== null
        ? `${show(least)} to ${show(most)}`
        : least !== null
          ? `${show(least)} or more`
          : `${show(most ?? 0)} or less`;
    return poison(diagnostic("out-of-range", { field: row.name, value: print(value), range }, place));
  }
  if (written) {
    const odd = implausible(row, checked);
    if (odd) {
      context.warn(
        diagnostic(
          "implausible-value",
          { sentence: odd.sentence, ...(odd.label ? { label: odd.label } : {}) },
          place,
          odd.help ? { help: odd.help } : {},
        ),
      );
    }
  }
  // A field that accepts a plain number may be written `8Ki tokens`. The unit is dropped, because later arithmetic must
  // not depend on the spelling.
  const plain = numbers[0] ?? "1";
  if (checked.dimension.key !== plain && (plain === "1" || plain === "GPU*s")) {
    const { unit: _, ...bare } = checked;
    checked = { ...bare, dimension: plain === "1" ? DIMENSIONLESS : dimension(plain) };
  }
  return checked;
}

/**
 * Suggestions for a number that lacks its unit: the number as written, followed by each unit that the field accepts
 * (`450 GB/s`). Empty where the text is not a number.
 */
function unitsFor(row: FieldRow, { source, span }: Place): readonly string[] {
  const written = source.text.slice(span.start, span.end);
  if (!/^[\d_.]+(e\d+)?$/i.test(written)) return [];
  const { numbers = [] } = row.accepts;
  const units = numbers.length === 1 && row.unit !== undefined ? [row.unit] : numbers.flatMap(pluralUnit);
  return units.map((unit) => `${written} ${unit}`);
}

function pluralUnit(dimension: string): readonly string[] {
  return dimension === "sequence" ? ["sequences"] : dimension === "token" ? ["tokens"] : [];
}

/**
 * Phrase for messages that names the values a field accepts: "`none` or `selective`", "a plain number", "true or
 * false".
 */
function wantedBy(row: FieldRow): string {
  const { accepts } = row;
  const all = [
    ...(accepts.numbers ?? []).map((key) =>
      key === "1" ? "a plain number" : printDimension(dimension(key)),
    ),
    ...(accepts.form ? [accepts.form] : choices(row).map((one) => `\`${one.word}\``)),
    ...(accepts.boolean ? ["true or false"] : []),
    ...(accepts.text ? ["a text"] : []),
    ...(accepts.scenario ? ["a scenario"] : []),
    ...(accepts.definition ? [`a ${accepts.definition}`] : []),
    ...(accepts.list && !accepts.list.words ? ["a list"] : []),
  ];
  return either(all);
}

function wrong(row: FieldRow, value: Value, place: Place): Value {
  const params = { what: `\`${row.name}\``, wanted: wantedBy(row), found: describe(value) };
  const word = value.kind === "text" ? choices(row).find((one) => one.word === value.value)?.word : undefined;
  const mended = word === undefined ? {} : { help: "write words without quotes", fix: { place, text: word } };
  const called = value.kind === "function" ? { help: callHelp(value) } : {};
  return poison(diagnostic("wrong-type", params, place, { ...mended, ...called }));
}

export function unknownWord(row: FieldRow, word: string, place: Place): Value {
  const absent = notOffered(row.name, word, place);
  if (absent) return poison(absent);
  const synonym = otherWord(row.name, word);
  const suggestion =
    synonym ??
    suggest(
      word,
      choices(row).map((one) => one.word),
    );
  return poison(
    diagnostic(
      "unknown-word",
      { field: row.name, word, words: wantedBy(row), ...(suggestion === null ? {} : { suggestion }) },
      place,
      synonym === null || needsMore(synonym) || place.source.text[place.span.end] === "("
        ? {}
        : { fix: { place, text: synonym } },
    ),
  );
}

/**
 * True for a tag with required arguments. A message does not suggest the bare name of such a tag as a fix, because the
 * missing arguments would be the next error.
 */
const needsMore = (tag: string): boolean =>
  tagRow(tag)?.fields.some((field) => field.default === undefined && field.derived !== true) ?? false;
