import { type Agreement, agreement } from "../compiled/agreement.ts";
import { watchedScenario } from "../compiled/watchedScenario.ts";
import type { Check } from "../core/refusal.ts";
import type { Refusal, Scenario } from "../scenario/scenario.ts";
import { findings, isError } from "./validity.ts";

/** A check that so many times read something that had changed is looked at each time: it reads what varies. */
const TRIES = 4;

/** What a check finds in scenarios one after another: it is not looked at again while all that it read is as it was. */
export class FindingInTurn {
  readonly #check: Check;
  #tries: number;
  #agrees: Agreement | null = null;
  #found: readonly Refusal[] = [];

  constructor(check: Check) {
    this.#check = check;
    // How layers lie over stages is worked out of more than the check itself reads.
    this.#tries = check.reads.includes("split") ? 0 : TRIES;
  }

  /** Errors alone. */
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
