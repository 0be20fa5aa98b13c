import type { Settings } from "./settings.ts";

/**
 * Size of the run, which arguments may depend on besides the plan. A number is null where a file does not
 * state it.
 */
export interface RunSize {
  readonly devices: number | null;
  /** Devices of one scale-up domain: a node, an NVLink rack or a TPU slice. */
  readonly domain: number | null;
  readonly stepSeconds: number | null;
}

/**
 * Mapping between fields of a plan and arguments of a framework, in both directions: the writer and the
 * reader use one row. A row leaves out values that it cannot express. Such losses are found automatically:
 * written arguments are read back (`lost`), and arguments that no row reads are reported (`fromArguments`).
 */
export interface Row {
  /** Paths of the fields that the row maps, including fields of a tagged value. */
  readonly fields: readonly string[];
  /** Names of the framework's arguments that the row maps. */
  readonly arguments: readonly string[];
  write(settings: Settings, runSize: RunSize): Settings;
  /**
   * True where the row's fields have an effect in this plan. The distribution of experts has none in a dense
   * model.
   */
  matters?(settings: Settings): boolean;
  /**
   * Sentence on what the run does where the arguments cannot express a field in full: document lengths, for
   * example, are a property of the data.
   */
  readonly instead?: string;
  /** Reads the row's fields from all arguments of a file. An absent argument has the framework's default. */
  read(given: Settings, runSize: RunSize): Settings;
}
