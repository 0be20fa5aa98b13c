import { answerIn, type Entry, measuredNames } from "../../dsl/evaluate/index.ts";
import type { KnownName, NameKind } from "../../dsl/services/index.ts";
import { isData } from "../cells/stale.ts";
import { textOfValue } from "../text/textOfValue.ts";

/** Description of a defined name for completion and hover. Evaluates nothing. */
export function knownName(entry: Entry): KnownName {
  if (entry.from) {
    const remote = entry.from.module.entries.get(entry.from.name);
    if (remote) return { ...knownName(remote), name: entry.name };
  }
  const { statement } = entry;
  const kind = kindOf(entry);
  const value = writtenValue(entry);
  const from = entry.place.source.name;
  const about = { name: entry.name, kind, ...(from === "" ? {} : { from }) };
  if (isData(entry)) {
    const { rows, columns } = entry.value;
    return {
      ...about,
      detail: `${rows.length} rows: ${columns.join(", ")}`,
      value: `${rows.length} rows`,
      columns: columns.map((name) => ({ name, detail: `column of ${entry.name}` })),
    };
  }
  if (entry.value?.kind === "measured") {
    const { fields, log } = entry.value;
    const names = measuredNames.filter(({ name }) => fields.has(name));
    return {
      ...about,
      detail: `${log.framework}, ${log.iterations.length} iterations`,
      value: `${log.iterations.length} iterations`,
      columns: names.map(({ name, doc }) => ({ name, detail: doc })),
    };
  }
  if (statement?.kind === "fn") {
    const { source } = entry.scope;
    const written = shortened(source.text.slice(statement.name.span.start, statement.body.span.end));
    const signature = `${statement.name.name}(${statement.params.map((one) => one.name).join(", ")})`;
    return { ...about, signature, detail: statement.doc ?? written, value: written };
  }
  const cite = statement?.kind === "define" ? statement.cite?.text : undefined;
  return {
    ...about,
    detail: statement?.doc ?? (value === undefined ? kind : `${kind}, ${value}`),
    ...(value === undefined ? {} : { value }),
    ...(cite === undefined ? {} : { cite }),
  };
}

/**
 * Text of a definition's value if it is already evaluated; for a record, its fields as written. Otherwise undefined.
 */
function writtenValue({ value, statement, scope }: Entry): string | undefined {
  if (value?.kind === "poison") return "has a mistake";
  if (value === null || value.kind === "busy" || value.kind === "record" || value.kind === "scenario") {
    const written =
      statement?.kind === "define"
        ? statement.body
        : statement?.kind === "let"
          ? statement.value
          : statement?.kind === "exercise" || statement?.kind === "predict"
            ? answerIn(statement)
            : null;
    return written ? shortened(scope.source.text.slice(written.span.start, written.span.end)) : undefined;
  }
  // The range of an uncertain number needs its draws, which a completion does not wait for.
  if (value.kind === "quantity" && value.draws && statement?.kind === "let")
    return shortened(scope.source.text.slice(statement.value.span.start, statement.value.span.end));
  if (value.kind === "table") return `${value.rows.length} rows`;
  return value.kind === "data" ? undefined : shortened(textOfValue(value));
}

const LONGEST = 72;

function shortened(text: string): string {
  const line = text
    .replace(/#[^\n]*/g, "")
    .replace(/([^,{[(\s])[ \t]*\n\s*(?=[\w}])/g, (_all, before: string) => `${before}, `)
    .replace(/\s+/g, " ")
    .replace(/, ([}\])])/g, " $1");
  if (line.length <= LONGEST) return line;
  // Cuts between fields where most of the line is filled: half a field tells nothing.
  const fields = line.lastIndexOf(", ", LONGEST - 3);
  return fields > LONGEST / 2 ? `${line.slice(0, fields + 1)} …` : `${line.slice(0, LONGEST - 1).trimEnd()}…`;
}

function kindOf({ statement, value }: Entry): NameKind {
  switch (statement?.kind) {
    case "define":
      return statement.what;
    case "fn":
      return "function";
    case "sweep":
    case "search":
    case "solve":
      return "table";
    default: {
      if (value === null || value === undefined || value.kind === "busy")
        return looksLikeScenario(statement) ? "scenario" : "value";
      return value.kind === "scenario"
        ? "scenario"
        : value.kind === "table" || value.kind === "data" || value.kind === "measured"
          ? "table"
          : "value";
    }
  }
}

/** True where a definition has the form `MODEL on CLUSTER` or `scenario with ..`. The definition is not evaluated. */
function looksLikeScenario(statement: Entry["statement"] | undefined): boolean {
  return (
    statement?.kind === "let" &&
    statement.value.kind === "binary" &&
    (statement.value.op === "on" || statement.value.op === "with")
  );
}
