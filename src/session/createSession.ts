import type { Diagnostic } from "../dsl/diagnostics/diagnostic.ts";
import { diagnostic } from "../dsl/diagnostics/index.ts";
import { createModules, type Entry, type Module } from "../dsl/evaluate/index.ts";
import { isComplete, LATEST_EDITION } from "../dsl/syntax/index.ts";
import type { Versions } from "../report/index.ts";
import { forget } from "./cells/owners.ts";
import { drop, markStale, refreshed, rememberForeign } from "./cells/shownRuns.ts";
import { forgetControls, withChosen } from "./controls/controlState.ts";
import { launchDefinitions } from "./definitions/launchDefinitions.ts";
import { addNames } from "./run/addNames.ts";
import { choose } from "./run/choose.ts";
import { runAgain, runText } from "./run/runText.ts";
import type { History, Surroundings } from "./run/surroundings.ts";
import { createServices } from "./services/createServices.ts";
import type { Session } from "./session.ts";
import { createSheet, type Sheet } from "./sheet/sheet.ts";
import { keptImports } from "./threads/programTexts.ts";
import { tableThreads } from "./threads/tableThreads.ts";
import type { RunResult } from "./world/runResult.ts";
import type { World } from "./world/world.ts";

/** Creates a session, which holds the definitions of a notebook or evaluates one file. */
export function createSession(world: World): Session {
  const versions: Versions | undefined =
    world.versions === undefined ? undefined : { ...world.versions, edition: String(LATEST_EDITION) };
  let report: (one: Diagnostic) => void = () => {};
  const { read, imports } = keptImports(world.read.bind(world));
  const loader = createModules(read, (one) => report(one), launchDefinitions);
  const threads = world.threads ? tableThreads(world.threads, imports) : null;
  const module: Module = { name: "session", entries: new Map<string, Entry>() };
  const history: History = {
    shown: new Map(),
    owners: new Map(),
    overrides: "",
    controls: new Map(),
    choices: new Map(),
    finish: null,
  };
  const listen = (listener: typeof report) => {
    report = listener;
  };
  let sheet: Sheet | null = null;
  const services = createServices(world, module, loader);
  const { advise } = services;
  const around: Surroundings = { world, versions, session: module, history, loader, threads, listen, advise };
  return {
    run(text, options) {
      history.finish = null;
      return guarded(() => runText(around, text, options));
    },
    finish() {
      const { finish } = history;
      history.finish = null;
      return finish && guarded(finish);
    },
    complete: services.complete,
    inspect: services.inspect,
    help: services.help,
    isComplete,
    get sheet() {
      sheet ??= createSheet(world, versions, module);
      return sheet;
    },
    stale: () => [...history.shown].filter(([, { stale }]) => stale).map(([name]) => name),
    staleCells: () =>
      [...history.shown.values()].flatMap(({ stale, cell }) => (stale && cell !== undefined ? [cell] : [])),
    again(name) {
      const statements = history.shown.get(name)?.statements;
      return statements ? guarded(() => runAgain(around, statements)) : null;
    },
    choose(path, text) {
      return guarded(() => choose(around, path, text));
    },
    hasControls: () => history.controls.size > 0,
    shown: (run) => rememberForeign(history.shown, module, run),
    refreshed: (name) => refreshed(history.shown, module, name),
    forget(cells) {
      const gone = new Set(cells);
      drop(history.shown, (cell) => gone.has(cell));
      markStale(history.shown, forget(history.owners, module, gone));
      forgetControls(history, (cell) => gone.has(cell));
      const restored = withChosen(module, [], history.choices);
      if (restored.length > 0)
        markStale(history.shown, addNames(module, restored, history, history.overrides).changed);
    },
    reset() {
      history.owners.clear();
      history.controls.clear();
      history.choices.clear();
      module.entries.clear();
      history.shown.clear();
    },
    names: services.names,
  };
}

/** Result of a run. No user input may throw: an exception is a bug of dtp, which the session must survive. */
function guarded(run: () => RunResult): RunResult {
  try {
    return run();
  } catch (error) {
    return broken(error);
  }
}

function broken(error: unknown): RunResult {
  const detail = error instanceof Error ? error.message : String(error);
  return {
    outputs: [],
    diagnostics: [diagnostic("internal", { detail })],
    expectations: [],
    interrupted: false,
  };
}
