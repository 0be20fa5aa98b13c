import fc from "fast-check";

/**
 * Properties meet the same cases in every run, so that a failure is a change of the code's and not a draw. `FUZZ=1`
 * draws others each time; fast-check prints the seed of what it finds.
 */
if (!process.env.FUZZ) fc.configureGlobal({ seed: 2026 });
