/** Steps of a plan without a token budget: frameworks want a number, and a trial is what such a plan is for. */
export const TRIAL_STEPS = 50;
