// The form of a commit's message: `node scripts/commitMessage.mjs FILE`. The hook `commit-msg` runs it.
import { readFileSync } from "node:fs";

const LONGEST = 72;

/** Subjects that git writes by itself, and those that a rebase will fold into another. */
const BY_GIT = /^(Merge |Revert "|Reapply "|fixup! |squash! |amend! )/;

/** Verbs whose imperative ends as another verb's past, participle or third person does. */
const IMPERATIVE = /^(add|bring|embed|exceed|feed|focus|need|proceed|seed|shed|speed|string|succeed)$/;

const text = readFileSync(process.argv[2] ?? 0, "utf8");
const [subject = "", second = ""] = text.split("\n").filter((line) => !line.startsWith("#"));
const problem = problemOf(subject, second);
if (problem !== null) {
  console.error(
    `commit-msg: ${subject}\n  ${problem}\n  The form is "area: imperative", as in "search: reject plans over memory before bounds".`,
  );
  process.exit(1);
}

/** What is wrong with a message whose first two lines these are; null where nothing is. */
function problemOf(subject, second) {
  if (BY_GIT.test(subject)) return null;
  if (subject.length > LONGEST) return `The subject has ${subject.length} characters: ${LONGEST} at most.`;
  const parts = /^[\w./-]+(?:, [\w./-]+)*: (\S+)/.exec(subject);
  if (!parts) return "The subject does not begin with an area and a colon.";
  const first = parts[1] ?? "";
  if (/^(a|an|the)$/i.test(first) || (/(ed|ing|[^s]s)$/.test(first) && !IMPERATIVE.test(first)))
    return `"${first}" is no imperative.`;
  if (subject.endsWith(".")) return "The subject ends with a full stop.";
  if (second !== "") return "The second line is not empty: the body begins below it.";
  return null;
}
