/** A key that a configuration must have and has not, or that does not hold what it should. */
export class ConfigProblem {
  readonly what: string;

  constructor(what: string) {
    this.what = what;
  }
}

/** The numbers and flags of a `config.json`, by any of the names that architectures give them. */
export class Config {
  readonly #values: ReadonlyMap<string, unknown>;

  constructor(values: object) {
    this.#values = new Map(Object.entries(values));
  }

  /** The first of `names` that is there. */
  value(...names: string[]): unknown {
    for (const name of names) {
      const value = this.#values.get(name);
      if (value !== undefined && value !== null) return value;
    }
    return null;
  }

  /** @throws ConfigProblem where what is there is no whole number */
  optional(...names: string[]): number | null {
    const value = this.value(...names);
    if (value === null) return null;
    if (typeof value === "number" && Number.isInteger(value) && value >= 0) return value;
    throw new ConfigProblem(`\`${names[0]}\` is no whole number`);
  }

  /** @throws ConfigProblem where none is there, or no whole number */
  count(...names: string[]): number {
    const value = this.optional(...names);
    if (value === null) throw new ConfigProblem(`it has no \`${names[0]}\``);
    return value;
  }

  flag(name: string, otherwise = false): boolean {
    const value = this.value(name);
    return typeof value === "boolean" ? value : otherwise;
  }

  /** The object under a name; null where there is none. */
  inner(name: string): Config | null {
    const value = this.value(name);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? new Config(value) : null;
  }
}
