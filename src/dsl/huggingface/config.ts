/** Error for a key of a Hugging Face `config.json` that is missing or has an invalid value. */
export class ConfigProblem {
  readonly what: string;

  constructor(what: string) {
    this.what = what;
  }
}

/**
 * Values of a Hugging Face `config.json`. Architectures give different names to one value, so each value is read under
 * several names.
 */
export class Config {
  readonly #values: ReadonlyMap<string, unknown>;

  constructor(values: object) {
    this.#values = new Map(Object.entries(values));
  }

  /** Value under the first of `names` that the configuration has; null where it has none of them. */
  value(...names: string[]): unknown {
    for (const name of names) {
      const value = this.#values.get(name);
      if (value !== undefined && value !== null) return value;
    }
    return null;
  }

  /**
   * Whole number under the first of `names` that the configuration has; null where it has none of them.
   * @throws ConfigProblem where the value is no whole number
   */
  optional(...names: string[]): number | null {
    const value = this.value(...names);
    if (value === null) return null;
    if (typeof value === "number" && Number.isInteger(value) && value >= 0) return value;
    throw new ConfigProblem(`\`${names[0]}\` is no whole number`);
  }

  /**
   * Whole number under the first of `names` that the configuration has.
   * @throws ConfigProblem where the value is missing or no whole number
   */
  count(...names: string[]): number {
    const value = this.optional(...names);
    if (value === null) throw new ConfigProblem(`it has no \`${names[0]}\``);
    return value;
  }

  flag(name: string, otherwise = false): boolean {
    const value = this.value(name);
    return typeof value === "boolean" ? value : otherwise;
  }

  /** Nested object under a name, as a configuration of its own; null where there is no such object. */
  inner(name: string): Config | null {
    const value = this.value(name);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? new Config(value) : null;
  }
}
