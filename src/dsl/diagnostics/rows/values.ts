import { error, warning } from "./row.ts";

const operations: Readonly<Record<string, (left: string, right: string) => string>> = {
  "+": (left, right) => `cannot add ${left} to ${right}`,
  "-": (left, right) => `cannot subtract ${right} from ${left}`,
  "^": (left, right) => `cannot raise ${left} to a power of ${right}`,
};

/** Catalogue of errors and warnings that the evaluation of expressions reports. */
export const valueRows = {
  /**
   * Error for operands of different dimensions, such as bytes and seconds. `operation` is the operator as written: `+`,
   * `<=`, …. `left` and `right` are the dimensions as `printDimension` names them.
   */
  "dimension-mismatch": error<{ operation: string; left: string; right: string }>(
    (p) =>
      (operations[p.operation] ?? ((left: string, right: string) => `cannot compare ${left} with ${right}`))(
        p.left,
        p.right,
      ),
    {
      help: (p) =>
        p.operation === "^" ? undefined : "both sides are of one kind: bytes with bytes, time with time",
    },
  ),
  "different-lengths": error<{ what: string; wanted: number; found: number }>(
    (p) =>
      p.what.startsWith("`")
        ? `${p.what} works element by element, and the lists have ${p.wanted} and ${p.found} elements`
        : `${p.what} works row by row: it has ${p.wanted} rows, and the list ${p.found} elements`,
    { help: () => "use lists of equal length; for every combination use a `for` of a `sweep`" },
  ),
  "wrong-type": error<{ what: string; wanted: string; found: string; help?: string | null | undefined }>(
    (p) => `${p.what} wants ${p.wanted}, not ${p.found}`,
    { help: (p) => p.help },
  ),
  "wrong-unit": error<{ what: string; wanted: string; found: string; example?: string | null | undefined }>(
    (p) => `${p.what} wants ${p.wanted}, not ${p.found}`,
    {
      help: (p) =>
        p.example
          ? p.wanted === "a plain number"
            ? `write it without a unit, such as \`${p.example}\``
            : `write it with a unit, such as \`${p.example}\``
          : undefined,
    },
  ),
  "wrong-kind": error<{ what: string; wanted: string; found: string; help?: string | null | undefined }>(
    (p) => `${p.what} wants ${p.wanted}, not ${p.found}`,
    { help: (p) => p.help },
  ),
  /** Warning for an exercise whose seal `dtp seal` did not write, or that was changed afterwards. */
  "broken-seal": warning<{ name: string }>((p) => `the seal of exercise \`${p.name}\` cannot be read`, {
    label: () => "no answer to it can be judged",
    help: () => "copy the exercise again from your teacher's file",
  }),
  "not-a-scenario": error<{ what: string; found: string }>(
    (p) => `${p.what} needs a scenario, and this is ${p.found}`,
    { help: () => "a scenario is `MODEL on CLUSTER with PLAN`" },
  ),
  "out-of-range": error<{ field: string; value: string | number; range: string }>(
    (p) => `\`${p.field}\` = ${p.value} is out of range`,
    { label: (p) => `allowed: ${p.range}` },
  ),
  /** Error for a `control` statement whose values leave out the one that the program has. */
  "control-outside": error<{ path: string; value: string; values: string }>(
    (p) => `\`${p.path}\` is ${p.value}, which the control does not offer`,
    { label: (p) => `offered: ${p.values}`, help: () => "add the value to the list, or widen the range" },
  ),
  "not-an-integer": error<{ field: string; value: string | number; sum?: string | null | undefined }>(
    (p) => `\`${p.field}\` is a whole number, and this is ${p.value}`,
    { label: (p) => p.sum },
  ),
  /** Error for a distribution in a field that holds a count, which decides how a scenario is built. */
  "uncertain-count": error<{ field: string; path: string }>(
    (p) =>
      `\`${p.field}\` is a count that the scenario is built from, so it has one value, not a distribution`,
    { help: (p) => `compare its values instead: \`sweep s = base for ${p.path} in [..]\`` },
  ),
  /** Warning on a value outside its field's plausible range. `sentence` is the reason from the field's schema row. */
  "implausible-value": warning<{
    sentence: string;
    label?: string | null | undefined;
    help?: string | null | undefined;
  }>((p) => p.sentence, {
    label: (p) => p.label,
    help: (p) => p.help,
  }),
  "division-by-zero": error<{ divisor?: string | null | undefined }>(
    (p) => (p.divisor ? `division by \`${p.divisor}\`, which is 0` : "division by zero"),
    { label: () => "this is 0" },
  ),
  "not-a-number": error<{ op: string; what: string }>((p) => `\`${p.op}\` wants numbers, not ${p.what}`),
  "not-a-condition": error<{ what: string }>((p) => `a condition is true or false, and this is ${p.what}`),
  "number-too-large": error<{ what?: string | null | undefined }>(
    (p) => `${p.what ? `\`${p.what}\`` : "the result"} is too large to be a number`,
    {
      help: (p) =>
        p.what ? "a number of the model, the cluster or the plan is far too large or too small" : undefined,
    },
  ),
  "not-available": error<{ output: string; needs: string }>(
    (p) => `\`${p.output}\` needs \`${p.needs}\`, which is not set`,
    { help: (p) => `set it with \`with { ${p.needs} = .. }\`` },
  ),
  internal: error<{ detail: string }>((p) => `a mistake in dtp itself, not in your program: ${p.detail}`, {
    help: () => "please report it, with the program that shows it",
  }),
} as const;
