import type { Evaluator } from "../contract/host.ts";

/**
 * Checks of documents and notebooks that wait for the evaluator. They run one at a time, because the evaluator gives up a check when
 * another one begins. A check takes the place of one of the same address that waits.
 */
export class CheckQueue {
  private readonly waiting = new Map<string, () => Promise<void>>();
  private running: string | null = null;

  constructor(private readonly evaluator: Pick<Evaluator, "stop">) {}

  add(uri: string, check: () => Promise<void>): void {
    this.waiting.set(uri, check);
    void this.next();
  }

  /** Gives up the check of an address that runs. One that waits stays: it reads the text when its turn comes. */
  stop(uri: string): void {
    if (this.running === uri) this.evaluator.stop();
  }

  /** Gives up the checks of an address that run or wait. */
  remove(uri: string): void {
    this.waiting.delete(uri);
    this.stop(uri);
  }

  private async next(): Promise<void> {
    if (this.running !== null) return;
    const [first] = this.waiting;
    if (!first) return;
    const [uri, check] = first;
    this.waiting.delete(uri);
    this.running = uri;
    try {
      await check();
    } finally {
      this.running = null;
    }
    await this.next();
  }
}
