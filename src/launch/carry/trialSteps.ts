/**
 * Number of steps written for a plan without a token budget. Frameworks require a number, and such a plan is
 * meant for a trial run.
 */
export const TRIAL_STEPS = 50;
