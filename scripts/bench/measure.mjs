// Medians of repeated measurements: one slow run (garbage collection, another process) does not count.

/** Median time of one call in ms over `runs`, after `warm` calls that do not count. */
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

/** Calls per second over about `seconds`, after a warm-up of a fifth of that. */
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
