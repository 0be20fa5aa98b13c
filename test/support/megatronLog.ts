const START = Date.UTC(2026, 0, 1) / 1000;

/** Log as Megatron writes it, line by line, on a clock of its own. */
export class MegatronLog {
  readonly lines: string[] = [];
  #now = START;

  wait(seconds: number): this {
    this.#now += seconds;
    return this;
  }

  say(line: string): this {
    this.lines.push(line);
    return this;
  }

  iteration(number: number, seconds: number, every = 1): this {
    this.wait(seconds * every);
    const stamp = new Date(this.#now * 1000).toISOString().slice(0, 19).replace("T", " ");
    return this.say(
      ` [${stamp}] iteration ${number}/ 9000 | consumed samples: ${number} | elapsed time per iteration (ms): ${(1000 * seconds).toFixed(1)} | global batch size: 1 | lm loss: 2.0E+00 |`,
    );
  }
}

/** Run with two failures, each part of whose time is known. */
export function runWithTwoFailures(): MegatronLog {
  const log = new MegatronLog();
  const train = (from: number, to: number): void => {
    for (let number = from; number <= to; number++) {
      log.iteration(number, number === from ? 60 : 20);
      if (number % 100 === 0) log.wait(30).say(`saving checkpoint at iteration ${number} to ckpt`);
      if (number % 150 === 0)
        log.wait(50).say(` validation loss at iteration ${number} | lm loss value: 2.0E+00 |`);
    }
  };
  train(1, 250);
  log.wait(1200).say("loading checkpoint from ckpt at iteration 200");
  train(201, 430);
  log.wait(2400).say("loading checkpoint from ckpt at iteration 400");
  train(401, 590);
  return log;
}
