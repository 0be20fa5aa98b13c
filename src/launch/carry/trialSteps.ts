/**
 * Number of steps of a plan without a token budget. Frameworks require a number, and such a plan is for a
 * trial.
 */
export const TRIAL_STEPS = 50;
