/** Documentation of a built-in function, for completion, hover and messages. The evaluator has the implementation. */
export interface FunctionRow {
  readonly name: string;
  readonly signature: string;
  readonly doc: string;
}

const row = (signature: string, doc: string): FunctionRow => ({
  name: signature.slice(0, signature.indexOf("(")),
  signature,
  doc,
});

export const functionRows: readonly FunctionRow[] = [
  row("min(a, b, ..)", "The smallest of numbers, or of a list."),
  row("max(a, b, ..)", "The largest of numbers, or of a list."),
  row("sum(list)", "The sum of a list or of a column."),
  row("product(list)", "The product of a list."),
  row("mean(list)", "The mean of a list or of a column."),
  row("median(list)", "The median of a list or of a column."),
  row(
    "quantile(list, share)",
    "The number below which the given share of a list or of a column lies: `quantile(step_time, 90%)`.",
  ),
  row("length(list)", "Number of items of a list, or of rows of a table."),
  row("ceil(x)", "The smallest whole number that is at least x."),
  row("floor(x)", "The largest whole number that is at most x."),
  row("round(x)", "The nearest whole number."),
  row("abs(x)", "The absolute value."),
  row("log2(x)", "The logarithm to base 2."),
  row("sqrt(x)", "The square root."),
  row("pow2(a, b)", "The powers of two from a to b."),
  row("range(a, b, step = n)", "The numbers from a to b in steps of n."),
  row("divisors(n)", "The divisors of n."),
  row("first(column)", "The value of a column in the first row, or the first row of a table."),
  row(
    "lookup(table, value, condition, ..)",
    "The value on the row of a measured table that meets the conditions: `lookup(runs, step_time, tp == plan.tp)`; `none` without such a row.",
  ),
  row(
    "normal(mean, sd)",
    "A normally distributed number: `normal(400 Gb/s, 10%)`. The standard deviation is a share of the mean, or in its unit.",
  ),
  row(
    "lognormal(median, sigma)",
    "A number whose logarithm is normally distributed, with standard deviation sigma: `lognormal(3 h, 0.5)`.",
  ),
  row("uniform(low, high)", "A number that is equally likely anywhere between two bounds."),
  row("triangular(low, mode, high)", "A number between two bounds that is most likely at the mode."),
  row("samples(list)", "One of measured numbers, each equally likely: `samples(runs.price)`."),
  row(
    "probability(condition)",
    "The probability that a condition on uncertain numbers holds: `probability(base.cost < $5M)`.",
  ),
  row("last(column)", "The value of a column in the last row, or the last row of a table."),
];
