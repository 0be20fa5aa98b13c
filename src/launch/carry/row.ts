import type { Settings } from "./settings.ts";

/** Size of the run, which arguments may depend on besides the plan. null where a file does not say. */
export interface RunSize {
  readonly devices: number | null;
  readonly stepSeconds: number | null;
}

/**
 * Mapping between fields of a plan and arguments of a framework, in both directions. Writer and reader use
 * the same rows. A row leaves out what it cannot express. Such losses are found automatically: written
 * arguments are read back (`lost`), and unread ones are reported (`fromArguments`).
 */
export interface Row {
  /** Paths of the language's fields, including a tag's own fields. */
  readonly fields: readonly string[];
  /** Names of the framework's arguments. */
  readonly arguments: readonly string[];
  write(settings: Settings, runSize: RunSize): Settings;
  /**
   * True where the fields have a meaning in this plan. The distribution of experts has none in a dense model.
   */
  matters?(settings: Settings): boolean;
  /**
   * Sentence on the run's behaviour where no argument can carry a field in full: document lengths are a
   * property of the data.
   */
  readonly instead?: string;
  /** Reads the fields from all given arguments. An absent one has the framework's default. */
  read(given: Settings, runSize: RunSize): Settings;
}
