import fc from "fast-check";

/**
 * Fixed seed of property tests, so that a failure comes from a change of the code. `FUZZ=1` draws other cases
 * each time; fast-check prints the seed of a failure.
 */
if (!process.env.FUZZ) fc.configureGlobal({ seed: 2026 });
