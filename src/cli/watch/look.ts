/** A measured number of a run beside its prediction, in base units. */
export interface LookedNumber {
  readonly name: string;
  readonly label: string;
  readonly unit: string;
  readonly measured: number;
  readonly predicted: number;
  /** Ends of the 80% interval of the prediction; null where it has none. */
  readonly interval: readonly [low: number, high: number] | null;
}

/** Alarm rule with its state. It is null while a number of the rule is not in the log. */
export interface Alarm {
  readonly rule: string;
  readonly on: boolean | null;
}

/** Findings of one look at the log of a running job. */
export interface Look {
  readonly scenario: string;
  /** `waiting`: the log has no iteration yet. */
  readonly state: "waiting" | "running";
  /** Number of the last iteration. */
  readonly iteration: number | null;
  /** Time since the log was last written, s. */
  readonly silence: number;
  /** Median of the last steps, s. */
  readonly recentStepTime: number | null;
  /** Step time of the last lasting level / that of the first - 1. */
  readonly drift: number | null;
  readonly numbers: readonly LookedNumber[];
  /** Settings in which the run and the scenario differ. */
  readonly unlike: readonly {
    readonly setting: string;
    readonly measured: string;
    readonly predicted: string;
  }[];
  readonly alarms: readonly Alarm[];
}

export const isAlarmed = ({ alarms }: Look): boolean => alarms.some(({ on }) => on === true);
