/**
 * What teams have used, in node-seconds that count half after each half-life: the usage of Slurm's priority/multifactor.
 * Between two events the nodes of a team do not change, so the integral is exact.
 */
export class Usage {
  readonly #halfLife: number;
  readonly #used = new Map<string, number>();
  #at = 0;

  constructor(halfLife: number) {
    this.#halfLife = halfLife;
  }

  /** `nodes` are those that each team has had since the last call. */
  advance(to: number, nodes: ReadonlyMap<string, number>): void {
    const kept = 2 ** (-(to - this.#at) / this.#halfLife);
    const added = (this.#halfLife / Math.LN2) * (1 - kept);
    for (const team of new Set([...this.#used.keys(), ...nodes.keys()]))
      this.#used.set(team, (this.#used.get(team) ?? 0) * kept + (nodes.get(team) ?? 0) * added);
    this.#at = to;
  }

  /** A team's part of all that was used; 0 where nothing was. */
  partOf(team: string): number {
    let all = 0;
    for (const used of this.#used.values()) all += used;
    return all === 0 ? 0 : (this.#used.get(team) ?? 0) / all;
  }
}
