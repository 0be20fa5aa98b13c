import {
  isAttemptLog,
  isBinaryFile,
  isFailureEvents,
  isFailureTable,
  isJobLog,
  isJobTable,
  isJsonLog,
  isMeasuredFile,
  isTraceText,
  MAX_LOG_BYTES,
  readAttempts,
  readFailures,
  readJobs,
  readJobTable,
  readLog,
  readTrace,
} from "../../measured/index.ts";
import type { Source } from "../ast/ast.ts";
import type { Diagnostic, Place } from "../diagnostics/diagnostic.ts";
import { diagnostic } from "../diagnostics/index.ts";
import { modelText } from "../huggingface/modelText.ts";
import { MAX_BYTES, parse } from "../syntax/index.ts";
import { type DataTable, readDataTable } from "./dataTable.ts";
import { failureDefinitions } from "./failureModule.ts";
import { isLaunchFile } from "./isLaunchFile.ts";
import { type JobDefinitions, jobDefinitions } from "./jobModule.ts";
import { libraryModule } from "./libraryModule.ts";
import { argumentsText, type MeasuredFile, measuredFile, traceLog } from "./measuredRun.ts";
import { define, type Loader, type Module, moduleScope } from "./module.ts";

/**
 * Reason why the file of an import cannot be read. For a file that is not valid UTF-8, `where` locates the first
 * invalid byte.
 */
export type ReadProblem =
  | { readonly problem: "missing" | "outside-project" | "too-large" }
  | { readonly problem: "not-text"; readonly where: string };

export type Read = (
  specifier: string,
  from: string,
) => { readonly name: string; readonly text: string } | ReadProblem;

/**
 * Converts a training framework's file (Megatron flags, nanotron YAML …) to definitions: a `plan`, and
 * a `model` where the file describes one. `unread` lists the file's arguments that the definitions cannot express.
 */
export type ReadLaunchFile = (
  text: string,
  file: string,
) => { readonly text: string; readonly unread: readonly string[] } | { readonly problem: string };

/**
 * Function that replaces the reader of launch files in a session without support for them. It returns an error for
 * every file.
 */
const noLaunchFiles: ReadLaunchFile = () => ({ problem: "files of training frameworks are not read here" });

/**
 * Creates the loader of imported files. Each file is read and parsed once (library definitions only when they are
 * read). Statements such as `show` in an imported file never run. `report` receives the errors inside the files. An
 * import cycle is an error at the import that closes it.
 */
export function createModules(
  read: Read,
  report: (diagnostic: Diagnostic) => void,
  readLaunchFile: ReadLaunchFile = noLaunchFiles,
): Loader {
  const modules = new Map<string, { readonly text: string; readonly module: Module }>();
  const tables = new Map<string, { readonly text: string; readonly data: DataTable }>();

  const loadData = (source: Source, place: Place): ReturnType<Loader["load"]> => {
    const known = tables.get(source.name);
    if (known && known.text === source.text) return { data: known.data };
    // Each UTF-16 unit needs at least one byte in UTF-8, so this check rejects no file within the limit. The file
    // reader checks the exact size.
    if (source.text.length > MAX_BYTES) return { problem: tooLarge(MAX_BYTES, place) };
    const data = readDataTable(source);
    if ("mistakes" in data) {
      const [first = null, ...rest] = data.mistakes;
      for (const one of rest) report(one);
      return { problem: first };
    }
    tables.set(source.name, { text: source.text, data });
    return { data };
  };

  /**
   * Loads a training framework's file as definitions, and reports those of its arguments that definitions cannot
   * express.
   */
  const loadLaunch = (file: Source, place: Place, inside: Loader): ReturnType<Loader["load"]> => {
    const known = modules.get(file.name);
    if (known && known.text === file.text) return { module: known.module };
    const found = readLaunchFile(file.text, file.name);
    if ("problem" in found)
      return { problem: diagnostic("unreadable-launch", { file: file.name, what: found.problem }, place) };
    if (found.unread.length > 0)
      report(diagnostic("launch-unread", { file: file.name, unread: found.unread.join(", ") }, place));
    const source: Source = { name: `${file.name}, as a plan`, text: found.text };
    const module = fileModule(source, inside, report);
    modules.set(file.name, { text: file.text, module });
    return { module };
  };

  const loadRecords = recordLoader(modules, report);
  const loadLog = logLoader(readLaunchFile);

  /**
   * Loads an import. `loading` lists the files that are being loaded, outermost first, to detect import cycles. Each
   * import has its own list, so an interrupted run leaves no entries behind.
   */
  const loadInside = (
    loading: readonly string[],
    specifier: string,
    from: string,
    place: Place,
  ): ReturnType<Loader["load"]> => {
    if (!/^(\.{1,2}\/|std[/@])/.test(specifier)) {
      return {
        problem: diagnostic("unknown-import", { module: specifier }, place, { help: '"std/..." or "./..."' }),
      };
    }
    const found = read(specifier, from);
    if ("problem" in found) return { problem: unreadable(found, specifier, place) };
    const inside: Loader = { load: (...one) => loadInside([...loading, found.name], ...one) };
    const records = recordsIn(specifier, found.text);
    if (records) return loadRecords(found, place, inside, records);
    if (/\.csv$/i.test(specifier)) return loadData(found, place);
    // A JSON file with DeepSpeed's keys is a framework's launch file. Any other JSON file is a model configuration,
    // which names its architecture in `model_type`.
    const isRecord = (text: string): boolean => isTraceText(text) || isJsonLog(text);
    if (
      isMeasuredFile(specifier) ||
      isBinaryFile(specifier) ||
      (/\.json$/i.test(specifier) && isRecord(found.text))
    )
      return loadLog(found, place, inside);
    if (/\.json$/i.test(specifier))
      return isDeepSpeed(found.text) ? loadLaunch(found, place, inside) : loadModel(found, place);
    if (isLaunchFile(specifier)) return loadLaunch(found, place, inside);
    const known = modules.get(found.name);
    if (known && known.text === found.text) return { module: known.module };
    const at = loading.indexOf(found.name);
    if (at >= 0) {
      const cycle = [...loading.slice(at), found.name].map((name) => `\`${name}\``).join(" -> ");
      return { problem: diagnostic("import-cycle", { cycle }, place) };
    }
    const source: Source = { name: found.name, text: found.text };
    const module = (/^std[/@]/.test(specifier) ? libraryModule : fileModule)(source, inside, report);
    modules.set(found.name, { text: found.text, module });
    return { module };
  };
  return { load: (...one) => loadInside([], ...one) };
}

/** Reads a file of jobs or failures as definitions, or says why it cannot be read. */
type ReadRecords = (
  text: string,
) => JobDefinitions | { readonly code: "jobs" | "failures"; readonly what: string };

/** Reader of a file that records jobs or failures, by the file's ending and its beginning; null for any other file. */
function recordsIn(specifier: string, text: string): ReadRecords | null {
  const jobs =
    isMeasuredFile(specifier) && isJobLog(text)
      ? readJobs
      : /\.csv$/i.test(specifier) && isJobTable(text)
        ? readJobTable
        : /\.json$/i.test(specifier) && isAttemptLog(text)
          ? readAttempts
          : null;
  if (jobs)
    return (read) => {
      const log = jobs(read);
      return "problem" in log ? { code: "jobs", what: log.problem } : jobDefinitions(log);
    };
  const isFailures =
    (/\.csv$/i.test(specifier) && isFailureTable(text)) ||
    (/\.json$/i.test(specifier) && isFailureEvents(text));
  if (!isFailures) return null;
  return (read) => {
    const trace = readFailures(read);
    return "problem" in trace ? { code: "failures", what: trace.problem } : failureDefinitions(trace);
  };
}

/** True for a file whose import gives definitions that are made from its records. */
export const isRecordFile = (specifier: string, text: string): boolean => recordsIn(specifier, text) !== null;

/** Makes the loader of records of jobs and failures, which become definitions and tables. */
function recordLoader(
  modules: Map<string, { readonly text: string; readonly module: Module }>,
  report: (diagnostic: Diagnostic) => void,
): (file: Source, place: Place, inside: Loader, read: ReadRecords) => ReturnType<Loader["load"]> {
  return (file, place, inside, read) => {
    const known = modules.get(file.name);
    if (known && known.text === file.text) return { module: known.module };
    const made = read(file.text);
    if ("code" in made) {
      const about = { file: file.name, what: made.what };
      return { problem: diagnostic(`unreadable-${made.code}`, about, place) };
    }
    const source: Source = { name: `${file.name}, as definitions`, text: made.text };
    const module = fileModule(source, inside, report);
    const about = { statement: null, from: null, scope: moduleScope(module, source) };
    for (const [name, value] of made.tables)
      module.entries.set(name, { name, place: { source, span: { start: 0, end: 0 } }, ...about, value });
    modules.set(file.name, { text: file.text, module });
    return { module };
  };
}

/** Makes the loader of logs. The arguments that a log prints become definitions, as those of a launch file do. */
function logLoader(
  readLaunchFile: ReadLaunchFile,
): (file: Source, place: Place, inside: Loader) => ReturnType<Loader["load"]> {
  const runs = new Map<string, { readonly text: string; readonly measured: MeasuredFile }>();
  return (file, place, inside) => {
    const known = runs.get(file.name);
    if (known && known.text === file.text) return { measured: known.measured };
    const trace = isTraceText(file.text) ? readTrace(file.text) : null;
    const log = trace ? ("problem" in trace ? trace : traceLog(trace)) : readLog(file.text);
    if ("problem" in log)
      return { problem: diagnostic("unreadable-log", { file: file.name, what: log.problem }, place) };
    const found = log.args.size === 0 ? null : readLaunchFile(argumentsText(log), file.name);
    const source = found && "text" in found ? { name: `${file.name}, as a plan`, text: found.text } : null;
    // A log prints all arguments, defaults included. Those that no field of a plan expresses are no mistake.
    const definitions =
      source &&
      moduleScope(
        fileModule(source, inside, () => {}),
        source,
      );
    const summary = trace && !("problem" in trace) ? trace : null;
    const measured = measuredFile(log, definitions, summary);
    runs.set(file.name, { text: file.text, measured });
    return { measured };
  };
}

/**
 * Converts a model's configuration file (Hugging Face JSON) to a definition. Errors in its fields are shown in the text
 * of the definition, since the user has written none.
 */
function loadModel(file: Source, place: Place): ReturnType<Loader["load"]> {
  const found = modelText("config", file.text, file.name);
  if ("problem" in found) {
    const { problem: what, help } = found;
    return { problem: diagnostic("unreadable-config", { file: file.name, what }, place, { help }) };
  }
  const source: Source = { name: `${file.name}, as a model`, text: found.text };
  const [statement] = parse(source, "file").file.items;
  if (statement?.kind !== "define") throw new Error(`no definition: ${found.text}`);
  return { model: { statement, scope: moduleScope({ name: source.name, entries: new Map() }, source) } };
}

const isDeepSpeed = (text: string): boolean =>
  !/"model_type"\s*:/.test(text) &&
  /"(train_batch_size|train_micro_batch_size_per_gpu|gradient_accumulation_steps|zero_optimization)"\s*:/.test(
    text,
  );

/** Makes a module from a user's file. The whole file is parsed at once, so that all its errors are reported. */
function fileModule(source: Source, loader: Loader, report: (diagnostic: Diagnostic) => void): Module {
  const module: Module = { name: source.name, entries: new Map() };
  const parsed = parse(source, "file");
  const { entries, diagnostics } = define(parsed.file, module, loader);
  for (const entry of entries) module.entries.set(entry.name, entry);
  for (const one of [...parsed.diagnostics, ...diagnostics]) report(one);
  return module;
}

function unreadable(found: ReadProblem, module: string, place: Place): Diagnostic {
  switch (found.problem) {
    case "missing":
      return diagnostic("unknown-import", { module }, place);
    case "outside-project":
      return diagnostic("import-outside-project", { module }, place);
    case "too-large":
      return tooLarge(isMeasuredFile(module) || /\.csv$/i.test(module) ? MAX_LOG_BYTES : MAX_BYTES, place);
    case "not-text":
      return diagnostic("import-not-text", { module, where: found.where }, place);
  }
}

function tooLarge(bytes: number, place: Place): Diagnostic {
  const limit = `${bytes / 1e6} MB`;
  return diagnostic("too-large", { size: `over ${limit}`, limit }, place);
}
