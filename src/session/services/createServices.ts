import {
  createModules,
  isLaunchFile,
  isRecordFile,
  type Loader,
  type Module,
  measuredNames,
} from "../../dsl/evaluate/index.ts";
import { otherName } from "../../dsl/schema/index.ts";
import {
  type About,
  complete,
  definedIn,
  hover,
  type Known,
  type KnownName,
  meanings,
} from "../../dsl/services/index.ts";
import { modelOutputPaths } from "../../engine/index.ts";
import { queueOutputs } from "../../engine/queue/queueOutputs.ts";
import { phaseOutputs } from "../../engine/trainingRun/phases/phaseOutputs.ts";
import { isBinaryFile, isMeasuredFile } from "../../measured/index.ts";
import { type Block, type Document, factsTable } from "../../report/index.ts";
import { launchDefinitions } from "../definitions/launchDefinitions.ts";
import { sessionOutputs } from "../results/sessionOutputs.ts";
import type { Surroundings } from "../run/surroundings.ts";
import type { World } from "../world/world.ts";
import { importAdvice } from "./importAdvice.ts";
import { knownName } from "./knownName.ts";
import { otherCellsNote } from "./otherCells.ts";
import type { Services } from "./services.ts";
import { valueNow } from "./valueNow.ts";

/** Creates completion, hover and help for editors, over the language's fields and words and the session's names. */
export function createServices(
  world: World,
  module: Module,
  _loader: Loader,
): Services & Pick<Surroundings, "advise"> {
  // Loading a module to list its names must not report its errors into a run.
  const quiet = createModules(world.read.bind(world), () => {}, launchDefinitions);
  const place = { source: { name: "", text: "" }, span: { start: 0, end: 0 } };
  const exported = new Map<string, { readonly text: string; readonly names: readonly KnownName[] }>();
  /** Names that a file of jobs or failures gives; none for any other file. */
  const recordNames = (specifier: string, text: string): readonly KnownName[] => {
    const loaded = isRecordFile(specifier, text) ? quiet.load(specifier, "", place) : null;
    return loaded && "module" in loaded
      ? [...loaded.module.entries.values()].map((entry) => ({ ...knownName(entry), from: specifier }))
      : [];
  };
  const known = (): Known => ({
    names: [...module.entries.values()].map(knownName),
    outputs: sessionOutputs,
    modelOutputs: modelOutputPaths,
    groupOutputs: { queue: queueOutputs, run: phaseOutputs },
    modules: world.list(),
    columns(specifier) {
      // The names that a log can have are offered without reading it: it may be long.
      if (isMeasuredFile(specifier) || isBinaryFile(specifier)) return measuredNames.map(({ name }) => name);
      const found = /\.csv$/i.test(specifier) ? quiet.load(specifier, "", place) : null;
      return found && "data" in found ? found.data.columns : null;
    },
    exports(specifier) {
      if (isMeasuredFile(specifier) || isBinaryFile(specifier)) return [];
      const found = world.read(specifier, "");
      if ("problem" in found || isLaunchFile(specifier)) return [];
      if (/\.(csv|json)$/i.test(specifier)) return recordNames(specifier, found.text);
      const before = exported.get(specifier);
      if (before?.text === found.text) return before.names;
      const names = definedIn(found.text).map((one) => ({ ...one, from: specifier }));
      exported.set(specifier, { text: found.text, names });
      return names;
    },
  });
  const advised = importAdvice(() => libraryOf(known()));
  return {
    advise: (one) => advised(otherCellsNote(module, one)),
    complete: (text, offset) => complete(text, offset, known()),
    inspect(text, offset) {
      const found = hover(text, offset, known());
      if (!found) return null;
      const value = found.value === undefined ? null : valueNow(module, found.value);
      const now = value === null ? [] : [{ name: "now", value }];
      const facts = [...now, ...found.facts.filter(({ name }) => now.length === 0 || name !== "now")];
      return { blocks: aboutBlocks({ ...found, facts }) };
    },
    help(word): Document | null {
      const about = known();
      const candidates = [word, ...fieldsNamed(word)];
      const own = candidates.map((one) => meanings(one, about)).find((one) => one.length > 0);
      const library = own ?? ofLibrary(word, about);
      const found = library.length > 0 ? library : ofMeasured(word);
      return found.length === 0 ? null : { blocks: found.flatMap(aboutBlocks) };
    },
    names: () =>
      [...module.entries.values()].map((entry) => {
        const { name, kind, detail, value = "", from = "" } = knownName(entry);
        return { name, kind, detail, value, from };
      }),
  };
}

/** Fields of dtp that correspond to a setting of other software called `word`: `plan.tp` for `tensor_parallel`. */
const fieldsNamed = (word: string): readonly string[] =>
  (["plan", "model", "cluster", "device"] as const).flatMap((record) => {
    const field = otherName(record, word);
    return field === null ? [] : [`${record}.${field}`];
  });

/** Help on a number of measured runs: `exposed_communication` of a trace, `grad_norm` of a log. */
const ofMeasured = (word: string): readonly About[] =>
  measuredNames
    .filter(({ name }) => name === word)
    .map(({ name, doc, unit }) => ({
      title: name,
      doc,
      facts: [
        { name: "of", value: "a measured run, imported from a log or a trace" },
        ...(unit === undefined ? [] : [{ name: "unit", value: unit }]),
        { name: "to use it", value: `show run.${name}` },
      ],
    }));

/** Maximum number of library names that help on one word lists. */
const MOST = 5;

/** Help on a library name, or on the names that begin with a word: `h100` for `h100_sxm` and `h100_pcie`. */
function ofLibrary(word: string, known: Known): readonly About[] {
  const library = [...libraryOf(known)].flatMap(([file, names]) => names.map((name) => ({ file, name })));
  const exact = library.filter(({ name }) => name === word);
  const begun = library.filter(({ name }) => name.startsWith(`${word}_`));
  // `h100` lists the device first, then the clusters with that device.
  const isDevice = ({ file }: { readonly file: string }): boolean => file === "std/devices";
  const meant =
    exact.length > 0 ? exact : [...begun.filter(isDevice), ...begun.filter((one) => !isDevice(one))];
  return meant.slice(0, MOST).map(({ file, name }) => ({
    title: name,
    doc: known.exports(file).find((one) => one.name === name)?.detail ?? "",
    facts: [{ name: "to use it", value: `import ${name} from "${file}"` }],
  }));
}

function aboutBlocks({ title, doc, facts }: About): readonly Block[] {
  return [
    { kind: "heading", level: 3, text: title },
    { kind: "paragraph", text: doc },
    ...(facts.length === 0 ? [] : [factsTable(facts.map(({ name, value }) => [name, value]))]),
  ];
}

/**
 * Names that the shipped library defines, by file. Papers' published runs are left out, because programs do not build
 * on them.
 */
function libraryOf({ modules, exports }: Known): ReadonlyMap<string, readonly string[]> {
  const files = modules.filter((one) => one.startsWith("std/") && !one.startsWith("std/papers/"));
  return new Map(files.map((one) => [one, exports(one).map(({ name }) => name)]));
}
