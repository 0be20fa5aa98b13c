import { estimate } from "../../engine/index.ts";
import type { Scenario } from "../../engine/scenario/scenario.ts";
import type { World } from "../../session/index.ts";
import type { ByHandProgram } from "../byHand/byHandProgram.ts";
import type { ByHandRun } from "../byHand/judgeByHand.ts";
import { scenarioReader } from "../programs/scenarioOf.ts";
import { guesser } from "./guessedDevice.ts";
import { plainProgram } from "./plainProgram.ts";
import type { Judged } from "./validate.ts";

/** A by-hand program and what it was judged to be. */
export interface ByHand {
  readonly program: ByHandProgram;
  readonly run: ByHandRun;
}

/** What the engine predicts of a run, s and bytes. */
export interface Answers {
  /** Of the program that a user writes. */
  readonly written: Answer | null;
  /** Of that program, had nobody measured its device. */
  readonly guessed: Answer | null;
  /** Of that program without its software stack's name. */
  readonly unnamed: Answer | null;
}
interface Answer {
  readonly time: number;
  readonly memory: number;
}

/** Reads what users write: a program by hand, or else a row of a table with what only its recipe or campaign tells left out. */
export function writtenReader(world: World): {
  readonly ofRow: (judged: Judged) => Answers;
  readonly ofProgram: (byHand: ByHand) => Answers;
} {
  const read = scenarioReader(world);
  const guess = guesser(world);
  const named = (text: string): Scenario | null => {
    const found = read(text, "written");
    return found.kind === "scenario" ? found.scenario : null;
  };
  const answers = (scenario: Scenario | null, text: string): Answers => {
    const nameless = text.replace(STACK, "$1generic");
    return {
      written: answerOf(scenario),
      guessed: answerOf(scenario && guess(scenario)),
      unnamed: answerOf(nameless === text ? scenario : named(nameless)),
    };
  };
  return {
    ofRow: ({ cells, program, scenario }) => {
      const text = plainProgram(cells, program);
      return answers(text === program.text ? scenario : named(text), text);
    },
    ofProgram: ({ program, run }) => answers(run.scenario, program.text),
  };
}

/** The line that names a stack. */
const STACK = /^( *framework = ).*$/m;

export function answerOf(scenario: Scenario | null): Answer | null {
  const answer = scenario && estimate(scenario);
  return answer?.ok ? { time: answer.estimate.time.step.value, memory: answer.estimate.memory.peak } : null;
}
