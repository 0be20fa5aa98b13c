import { type Agreement, agreement } from "../compiled/agreement.ts";
import { watchedScenario } from "../compiled/watchedScenario.ts";
import type { Check } from "../core/refusal.ts";
import type { Refusal, Scenario } from "../scenario/scenario.ts";
import { findings, isError } from "./validity.ts";

/** Number of misses after which a check runs on every scenario, because it reads a field that varies. */
const TRIES = 4;

/** Runs a check on successive scenarios, and reuses its finding while everything that the check read is unchanged. */
export class SuccessiveFinding {
  readonly #check: Check;
  #tries: number;
  #agrees: Agreement | null = null;
  #found: readonly Refusal[] = [];

  constructor(check: Check) {
    this.#check = check;
    // The layouts of layers on stages depend on more than the check itself reads.
    this.#tries = check.reads.includes("split") ? 0 : TRIES;
  }

  /** Errors that the check finds; warnings are left out. */
  at(scenario: Scenario): readonly Refusal[] {
    if (this.#agrees?.(scenario, NO_VARIABLES)) return this.#found;
    this.#agrees = null;
    this.#found = findings(this.#check, scenario).filter(isError);
    if (this.#tries > 0) {
      this.#tries--;
      const watched = watchedScenario(scenario);
      this.#check.find(watched.scenario, null);
      watched.seal();
      this.#agrees = agreement(watched.read);
    }
    return this.#found;
  }
}

const NO_VARIABLES = new Float64Array(0);
