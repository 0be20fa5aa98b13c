/**
 * Usage of teams in node-seconds, halved after each half-life, as in Slurm's priority/multifactor. A team's
 * nodes are constant between two events, so the integral is exact.
 */
export class Usage {
  readonly #halfLife: number;
  readonly #used = new Map<string, number>();
  #at = 0;

  constructor(halfLife: number) {
    this.#halfLife = halfLife;
  }

  /** Advances the time. `nodes` are each team's nodes since the last call. */
  advance(to: number, nodes: ReadonlyMap<string, number>): void {
    const kept = 2 ** (-(to - this.#at) / this.#halfLife);
    const added = (this.#halfLife / Math.LN2) * (1 - kept);
    for (const team of new Set([...this.#used.keys(), ...nodes.keys()]))
      this.#used.set(team, (this.#used.get(team) ?? 0) * kept + (nodes.get(team) ?? 0) * added);
    this.#at = to;
  }

  /** A team's share of all usage; 0 without usage. */
  partOf(team: string): number {
    let all = 0;
    for (const used of this.#used.values()) all += used;
    return all === 0 ? 0 : (this.#used.get(team) ?? 0) / all;
  }
}
