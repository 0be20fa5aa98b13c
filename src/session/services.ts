import { createModules, type Entry, type Loader, type Module } from "../dsl/evaluate/index.ts";
import { complete, hover, type Known, type KnownName, type NameKind } from "../dsl/services/index.ts";
import { modelOutputPaths } from "../engine/index.ts";
import type { Block, Document } from "../report/index.ts";
import { factsTable } from "../report/index.ts";
import { textOfValue } from "./documents.ts";
import { sessionOutputs } from "./outputs.ts";
import type { Session, World } from "./session.ts";
import { isData } from "./stale.ts";

/** Completion and hover: the schema's and the language's own words, with the session's names and their values. */
export function createServices(
  world: World,
  module: Module,
  _loader: Loader,
): Pick<Session, "complete" | "inspect" | "names"> {
  // Looking at a module for its names must not report its mistakes into a run.
  const quiet = createModules(world.read.bind(world), () => {});
  const known = (): Known => ({
    names: [...module.entries.values()].map(nameOf),
    outputs: sessionOutputs,
    modelOutputs: modelOutputPaths,
    modules: world.list(),
    exports(specifier) {
      const place = { source: { name: "", text: "" }, span: { start: 0, end: 0 } };
      const found = quiet.load(specifier, "", place);
      return "module" in found
        ? [...found.module.entries.values()].filter((one) => !one.from).map(nameOf)
        : [];
    },
  });
  return {
    complete: (text, offset) => complete(text, offset, known()),
    inspect(text, offset) {
      const found = hover(text, offset, known());
      if (!found) return null;
      const entry = module.entries.get(found.title);
      const value = entry && currentValue(entry);
      const facts = [...(value === undefined ? [] : [{ name: "now", value }]), ...found.facts];
      const blocks: Block[] = [
        { kind: "heading", level: 3, text: found.title },
        { kind: "paragraph", text: found.doc },
      ];
      if (facts.length > 0) blocks.push(factsTable(facts.map(({ name, value: text }) => [name, text])));
      const document: Document = { blocks };
      return document;
    },
    names: () => [...module.entries.values()].map(nameOf),
  };
}

function currentValue(entry: Entry): string | undefined {
  const { value } = entry;
  if (value === null || value === "busy" || value.kind === "poison" || value.kind === "record")
    return undefined;
  return value.kind === "scenario" || value.kind === "table" || value.kind === "data"
    ? undefined
    : textOfValue(value);
}

function nameOf(entry: Entry): KnownName {
  if (entry.from) {
    const remote = entry.from.module.entries.get(entry.from.name);
    if (remote) return { ...nameOf(remote), name: entry.name };
  }
  const { statement } = entry;
  const kind = kindOf(entry);
  const value = currentValue(entry);
  if (isData(entry)) {
    const { rows, columns } = entry.value;
    return { name: entry.name, kind, detail: `${rows.length} rows: ${columns.join(", ")}` };
  }
  const detail = statement?.doc ?? (value === undefined ? kind : `${kind}, ${value}`);
  return { name: entry.name, kind, detail };
}

function kindOf({ statement, value }: Entry): NameKind {
  switch (statement?.kind) {
    case "define":
      return statement.what;
    case "sweep":
    case "search":
      return "table";
    default: {
      if (value === null || value === "busy" || value === undefined)
        return looksLikeScenario(statement) ? "scenario" : "value";
      return value.kind === "scenario"
        ? "scenario"
        : value.kind === "table" || value.kind === "data"
          ? "table"
          : "value";
    }
  }
}

/** Before a name is evaluated: `MODEL on CLUSTER` and `scenario with ..` make scenarios. */
function looksLikeScenario(statement: Entry["statement"] | undefined): boolean {
  return (
    statement?.kind === "let" &&
    statement.value.kind === "binary" &&
    (statement.value.op === "on" || statement.value.op === "with")
  );
}
