import { basename, relative } from "node:path";
import type { Diagnostic } from "../../dsl/diagnostics/diagnostic.ts";
import { parse } from "../../dsl/syntax/index.ts";
import { createWorld } from "../../host/index.ts";
import { readLog } from "../../measured/index.ts";
import { createSession, measuredNames, type Session, SheetError } from "../../session/index.ts";
import type { Program } from "../programs/readProgram.ts";
import type { Alarm, Look } from "./look.ts";
import { recentNumbers } from "./recent.ts";

/** Rule of a watch without `--alarm`: the run is slower than the prediction's 80% interval. */
const USUAL_RULE = "step_time > predicted_high";
/** Import under which a session reads the watched log, wherever its file lies. */
const LOG = "./watched.log";
/** Name of the log's measured run. A program can define it, too: it is in another module. */
const RUN = "watched_run";
/** Name of the scenario before the fields of `--set`. */
const BASE = "watched_base";

export interface Watcher {
  /** Looks at the log's text. `silence` is the time since the file was written, s. */
  look(text: string, silence: number): Look | Stopped;
}

/** Reason why nothing can be watched: diagnostics of the program, or a sentence. */
export interface Stopped {
  readonly diagnostics: readonly Diagnostic[];
  readonly problem?: string;
}

/** Makes a watcher of a program's scenario. The program is evaluated once. */
export function createWatcher(
  program: Program & { readonly path: string },
  logName: string,
  { scenario, overrides, rules }: Asked,
): Watcher | Stopped {
  let log = "";
  const world = createWorld(program.folder, program.root);
  const session = createSession({
    ...world,
    read: (specifier, from) =>
      specifier === LOG && from === SOURCE ? { name: logName, text: log } : world.read(specifier, from),
  });
  const found = scenarioIn(session, program, scenario);
  if (typeof found !== "string") return found;
  const problem = setIn(session, program, found, overrides);
  if (problem) return problem;
  return {
    look(text, silence) {
      log = text;
      const read = readLog(text);
      const waiting = "problem" in read;
      const recent = waiting ? { iteration: null, recentStepTime: null, drift: null } : recentNumbers(read);
      const about = { scenario: found, silence, ...recent };
      const own = [
        ...named("recent_step_time", recent.recentStepTime, " s"),
        ...named("drift", recent.drift, ""),
        ...named("iteration", recent.iteration, ""),
        ...named("silence", silence, " s"),
      ];
      const compared = waiting ? [] : [`import ${RUN} from "${LOG}"`, `compare ${RUN}, ${found}`];
      const result = run(session, [...compared, ...own, ...predictions(found)].join("\n"));
      const wrong = errorsOf(result.diagnostics);
      if (wrong.length > 0) return { diagnostics: wrong };
      if (!waiting) {
        // Each alone: a name that the log lacks is an error where a rule reads it, and no other name's.
        for (const { name } of measuredNames)
          if (name !== found) run(session, `let ${name} = ${RUN}.${name}`);
      }
      const alarms: Alarm[] = [];
      for (const rule of rules.length > 0 ? rules : [USUAL_RULE]) {
        const on = waiting ? waitingAlarm(session, rule) : alarmOf(session, rule);
        if (typeof on === "object" && on !== null) return on;
        alarms.push({ rule, on });
      }
      const { beside = [], unlike = [] } = (result.outputs[0]?.data ?? {}) as ComparedData;
      const numbers = beside.map(({ name, label, unit, measured, predicted, interval }) => ({
        ...{ name, label, unit, measured, predicted, interval },
      }));
      return { ...about, state: waiting ? "waiting" : "running", numbers, unlike, alarms };
    },
  };
}

interface Asked {
  readonly scenario: string | undefined;
  readonly overrides: readonly string[];
  readonly rules: readonly string[];
}

type ComparedData = { readonly beside?: Look["numbers"]; readonly unlike?: Look["unlike"] };

const SOURCE = "dtp watch";

const run = (session: Session, text: string) => session.run(text, { name: SOURCE, mode: "cell" });

const named = (name: string, value: number | null, unit: string): readonly string[] =>
  value === null ? [] : [`let ${name} = ${value}${unit}`];

const predictions = (scenario: string): readonly string[] => [
  `let predicted = ${scenario}.step_time`,
  `let predicted_low = ${scenario}.step_time.low`,
  `let predicted_high = ${scenario}.step_time.high`,
];

const errorsOf = (diagnostics: readonly Diagnostic[]): readonly Diagnostic[] =>
  diagnostics.filter(({ severity }) => severity === "error");

/** Name of the scenario to watch: the given one, or the only one that the program defines. */
function scenarioIn(
  session: Session,
  { name, text, folder, path }: Program & { readonly path: string },
  scenario: string | undefined,
): string | Stopped {
  const from = importOf({ folder, path });
  const lets = parse({ name, text }, "file").file.items.flatMap((item) =>
    item.kind === "let" ? item.name.name : [],
  );
  const wanted = scenario === undefined ? lets : [scenario];
  if (wanted.length === 0) return { diagnostics: [], problem: `${name} defines no scenario` };
  const wrong = errorsOf(run(session, `import ${wanted.join(", ")} from ${from}`).diagnostics);
  if (wrong.length > 0) return { diagnostics: wrong };
  const found: string[] = [];
  const mistakes: Diagnostic[] = [];
  for (const one of wanted) {
    try {
      const value = session.sheet.read(one);
      if (typeof value === "object" && value !== null && "kind" in value && value.kind === "scenario")
        found.push(one);
    } catch (error) {
      if (!(error instanceof SheetError)) throw error;
      mistakes.push(...error.diagnostics);
    }
  }
  const [first] = found;
  if (first !== undefined && found.length === 1) return first;
  if (found.length > 1)
    return { diagnostics: [], problem: `${name} defines several scenarios; name one: ${found.join(", ")}` };
  const problem =
    scenario === undefined ? `${name} defines no valid scenario` : `\`${scenario}\` is no valid scenario`;
  return { diagnostics: mistakes, problem };
}

const importOf = ({ folder, path }: Pick<Program, "folder"> & { readonly path: string }): string =>
  JSON.stringify(`./${relative(folder, path) || basename(path)}`);

/**
 * Redefines a scenario with the fields of `--set`. The overrides of a session hold for the texts that it runs, and rules
 * are read between them.
 */
function setIn(
  session: Session,
  program: Program & { readonly path: string },
  scenario: string,
  overrides: readonly string[],
): Stopped | null {
  if (overrides.length === 0) return null;
  const text = [
    `import ${scenario} as ${BASE} from ${importOf(program)}`,
    `let ${scenario} = ${BASE} with { ${overrides.join(", ")} }`,
    `${scenario}.step_time`,
  ].join("\n");
  const wrong = errorsOf(run(session, text).diagnostics);
  return wrong.length > 0 ? { diagnostics: wrong } : null;
}

/** State of a rule; what stops the watch for a rule that is no condition. */
function alarmOf(session: Session, rule: string): boolean | Stopped {
  try {
    const value = session.sheet.evaluate(rule, "--alarm");
    if (typeof value === "boolean") return value;
    return {
      diagnostics: [],
      problem: `the rule \`${rule}\` is no condition; write a comparison such as \`${USUAL_RULE}\``,
    };
  } catch (error) {
    if (!(error instanceof SheetError)) throw error;
    return {
      diagnostics: error.diagnostics,
      ...(error.diagnostics.length === 0 ? { problem: error.message } : {}),
    };
  }
}

/** State of a rule before the first iteration. Only a rule without numbers of iterations has one. */
function waitingAlarm(session: Session, rule: string): boolean | null {
  const on = alarmOf(session, rule);
  return typeof on === "boolean" ? on : null;
}
