// Medians of repeated measurements: one slow run (a collection, a neighbour on the machine) does not count.

/** Milliseconds of one call, the median of `runs`, after `warm` calls that are not counted. */
export function medianMs(call, { warm = 20, runs = 50 } = {}) {
  for (let i = 0; i < warm; i++) call();
  const times = [];
  for (let i = 0; i < runs; i++) {
    const started = performance.now();
    call();
    times.push(performance.now() - started);
  }
  times.sort((a, b) => a - b);
  return times[Math.floor(times.length / 2)];
}

/** Calls a second over about `seconds`, after as long a warm-up of a fifth. */
export function perSecond(call, seconds = 2) {
  const runFor = (ms) => {
    const started = performance.now();
    let count = 0;
    while (performance.now() - started < ms) {
      for (let i = 0; i < 10; i++) call();
      count += 10;
    }
    return (count / (performance.now() - started)) * 1000;
  };
  runFor(seconds * 200);
  return runFor(seconds * 1000);
}
