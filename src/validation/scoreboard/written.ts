import { estimate } from "../../engine/index.ts";
import type { Scenario } from "../../engine/scenario/scenario.ts";
import type { World } from "../../session/index.ts";
import type { ByHandProgram } from "../byHand/byHandProgram.ts";
import type { ByHandRun } from "../byHand/judgeByHand.ts";
import { scenarioReader } from "../programs/scenarioOf.ts";
import { guesser } from "./guessedDevice.ts";
import { plainProgram } from "./plainProgram.ts";
import type { Judged } from "./validate.ts";

/** A by-hand program with its judgement. */
export interface ByHand {
  readonly program: ByHandProgram;
  readonly run: ByHandRun;
}

/** Engine's predictions of a run: seconds and bytes. */
export interface Answers {
  /** Prediction of the program that a user would write. */
  readonly written: Answer | null;
  /** Prediction of that program with guesses for its device's calibrated constants. */
  readonly guessed: Answer | null;
  /** Prediction of that program without its framework's name. */
  readonly unnamed: Answer | null;
}
interface Answer {
  readonly time: number;
  readonly memory: number;
}

/**
 * Predictions of programs that users would write: a hand-written one, or a table row without facts known only
 * from its recipe or campaign.
 */
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

/** Line that names a framework. */
const STACK = /^( *framework = ).*$/m;

export function answerOf(scenario: Scenario | null): Answer | null {
  const answer = scenario && estimate(scenario);
  return answer?.ok ? { time: answer.estimate.time.step.value, memory: answer.estimate.memory.peak } : null;
}
