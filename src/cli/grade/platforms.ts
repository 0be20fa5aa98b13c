import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";

/** Number by which a learning platform knows a student. */
export interface Account {
  readonly platform: "canvas" | "moodle";
  readonly number: string;
}

export interface Named {
  readonly student: string;
  readonly account?: Account;
}

/**
 * Name that Moodle gives a submission, `Ada Lovelace_4711_assignsubmission_file`, as a folder or before a file's own name. The
 * number is the participant's in this assignment (`download_submissions` in Moodle's `mod/assign/locallib.php`).
 */
const MOODLE = /^(.+)_(\d+)_assignsubmission_file(?:_.*)?$/;
/**
 * Name that Canvas gives a submitted file, `lovelaceada_340934_208490284_lesson.ipynb`: the student's sortable name, the student's
 * number, the file's number; `LATE` after the name for a late one.
 */
const CANVAS = /^([\p{L}\p{M}\p{N}]+)(?:_LATE)?_(\d+)_(\d+)_.+$/u;

/** Student of a folder or a file, as learning platforms name them, or as it is called. */
export function studentOf(name: string): Named {
  const [, moodle, participant] = MOODLE.exec(name) ?? [];
  if (moodle !== undefined && participant !== undefined)
    return { student: moodle, account: { platform: "moodle", number: participant } };
  const [, canvas, user] = CANVAS.exec(name) ?? [];
  if (canvas !== undefined && user !== undefined)
    return { student: canvas, account: { platform: "canvas", number: user } };
  return { student: name };
}

/** Name of Gradescope's list in an export of submissions. */
export const GRADESCOPE_LIST = "submission_metadata.yml";

/** Folder of an export from Gradescope, with the students who handed it in: several for a group. */
export interface Exported {
  readonly folder: string;
  readonly students: readonly string[];
}

/** Folders in an export of submissions from Gradescope; a problem as a sentence; null for a folder that is none. */
export async function gradescopeExport(
  folder: string,
): Promise<readonly Exported[] | { readonly problem: string } | null> {
  const text = await readFile(join(folder, GRADESCOPE_LIST), "utf8").catch(() => null);
  if (text === null) return null;
  try {
    const { parse } = await import("yaml");
    // Gradescope writes Ruby's symbols (`:name`) and tags of its classes, which nothing here reads.
    const data: unknown = parse(text, { logLevel: "error" });
    return Object.entries(data as object).map(([name, about]) => ({
      folder: join(folder, name),
      students: listIn(about, ":submitters").map((one) => nameIn(one, ":") ?? name),
    }));
  } catch (error) {
    return {
      problem: `${GRADESCOPE_LIST} cannot be read: ${error instanceof Error ? error.message.split("\n")[0] : error}`,
    };
  }
}

/**
 * Student whose submission Gradescope's autograder has unpacked into this folder, by the file beside it; null elsewhere. Of a group
 * it is the first: Gradescope gives all of them the result.
 */
export async function gradescopeStudent(folder: string): Promise<string | null> {
  const path = join(dirname(folder), "submission_metadata.json");
  try {
    const [first] = listIn(JSON.parse(await readFile(path, "utf8")), "users");
    return nameIn(first, "");
  } catch {
    return null;
  }
}

function listIn(value: unknown, key: string): readonly unknown[] {
  const found = (value as Readonly<Record<string, unknown>> | null)?.[key];
  return Array.isArray(found) ? found : [];
}

/** Student's number at the school, address or name, whichever there is. */
function nameIn(value: unknown, mark: string): string | null {
  const about = value as Readonly<Record<string, unknown>> | null | undefined;
  for (const key of ["sid", "email", "name"]) {
    const found = about?.[`${mark}${key}`];
    if ((typeof found === "string" || typeof found === "number") && String(found).trim() !== "")
      return String(found).trim();
  }
  return null;
}
