/** Folders and names as learning platforms write them, and what goes back to each of them. */
import { describe, expect, test } from "vitest";
import { studentOf } from "../../../src/cli/grade/platforms.ts";
import { classFolder } from "./classFolder.ts";

const LESSON = `edition 2026
exercise half {
  answer = none
  hints = ["divide by two"]
}
exercise third {
  answer = none
  points = 2
}
`;
const KEY = "edition 2026\nexercise half { answer = 1 / 2 }\nexercise third { answer = 1 / 3 }\n";

const { put, read, run } = classFolder();

/** The lesson with one answer right, or with both. */
const answered = (both: boolean): string => {
  const one = LESSON.replace("answer = none", "answer = 0.5");
  return both ? one.replace("answer = none", "answer = 1 / 3") : one;
};
const notebook = (text: string): string =>
  JSON.stringify({
    cells: [{ cell_type: "code", source: text, metadata: {}, outputs: [], execution_count: null }],
    ...{ metadata: {}, nbformat: 4, nbformat_minor: 5 },
  });

async function graded(folder: string, ...gradebooks: readonly string[]) {
  put("lesson.dtp", LESSON);
  put("keys/lesson.dtp", KEY);
  const done = await run(
    ...["grade", folder, "--key", "keys", "--out", "out"],
    ...gradebooks.flatMap((name) => ["--gradebook", name]),
  );
  const students = () =>
    read("out/grades.csv")
      .trim()
      .split("\n")
      .slice(1)
      .map((row) => row.split(",").filter((_, at) => at === 0 || at === 2))
      .map(([student, score]) => `${student} ${score}`);
  return { ...done, students };
}

describe("names", () => {
  test.each([
    ["ada", { student: "ada" }],
    ["01-memory-wall", { student: "01-memory-wall" }],
    ["ada_lovelace_2026_1", { student: "ada_lovelace_2026_1" }],
    [
      "Ada Lovelace_4711_assignsubmission_file_",
      { student: "Ada Lovelace", account: { platform: "moodle", number: "4711" } },
    ],
    [
      "Ada Lovelace_4711_assignsubmission_file",
      { student: "Ada Lovelace", account: { platform: "moodle", number: "4711" } },
    ],
    [
      "Ada Lovelace_4711_assignsubmission_file_01_memory-wall",
      { student: "Ada Lovelace", account: { platform: "moodle", number: "4711" } },
    ],
    [
      "lovelaceada_340934_208490284_01-memory-wall-1",
      { student: "lovelaceada", account: { platform: "canvas", number: "340934" } },
    ],
    [
      "müllerjörg_LATE_12_34_lesson",
      { student: "müllerjörg", account: { platform: "canvas", number: "12" } },
    ],
  ])("%s", (name, student) => {
    expect(studentOf(name)).toEqual(student);
  });
});

test("nbgrader's folder: an assignment of two lessons is one row, its feedback below the assignment", async () => {
  put("other.dtp", LESSON.replaceAll("half", "fourth").replaceAll("third", "fifth"));
  put(
    "keys/other.dtp",
    "edition 2026\nexercise fourth { answer = 1 / 4 }\nexercise fifth { answer = 1 / 5 }\n",
  );
  put("class/submitted/ada/ps1/lesson.ipynb", notebook(answered(true)));
  put("class/submitted/ada/ps1/other.ipynb", notebook(read("other.dtp").replace("none", "0.25")));
  put("class/submitted/bob/ps1/lesson.ipynb", notebook(answered(false)));
  put("class/release/ps1/lesson.ipynb", notebook(LESSON));
  const { students } = await graded("class", "nbgrader");
  expect(students()).toEqual(["ada 3", "ada 1", "bob 1"]);
  expect(read("out/nbgrader.csv")).toBe(
    [
      "assignment,duedate,timestamp,student_id,last_name,first_name,email,raw_score,late_submission_penalty,score,max_score",
      "ps1,,,ada,,,,4,0,4,6",
      "ps1,,,bob,,,,1,0,1,6\n",
    ].join("\n"),
  );
  expect(read("out/feedback/ada/ps1/other.html")).toContain("fourth");
});

test("Moodle's folders and files get its marking worksheet, and no row by identity number", async () => {
  put("class/Ada Lovelace_4711_assignsubmission_file_/lesson.ipynb", notebook(answered(true)));
  put("class/Bob Smith_12_assignsubmission_file_my work.dtp", answered(false));
  put("class/s123456/lesson.dtp", answered(false));
  const { students } = await graded("class", "moodle");
  expect(students()).toEqual(["Ada Lovelace 3", "Bob Smith 1", "s123456 1"]);
  expect(read("out/moodle-lesson.csv")).toBe(
    [
      "Identifier,Full name,Grade,Last modified (grade),Feedback comments",
      "Participant 4711,Ada Lovelace,3,-,",
      "Participant 12,Bob Smith,1,-,third: open\n",
    ].join("\n"),
  );
  expect(read("out/moodle.csv")).toBe("ID number,lesson,lesson (feedback)\ns123456,1,third: open\n");
});

test("Canvas' files are matched by its own number, and namesakes are two students", async () => {
  put("class/smithbob_11_900_lesson.ipynb", notebook(answered(true)));
  put("class/smithbob_LATE_12_901_lesson-1.ipynb", notebook(answered(false)));
  put("class/lovelaceada_13_902_work.dtp", answered(false));
  put("class/login7/lesson.dtp", answered(true));
  const { students } = await graded("class", "canvas");
  expect(students()).toEqual(["login7 3", "lovelaceada 1", "smithbob 11 3", "smithbob 12 1"]);
  expect(read("out/canvas.csv")).toBe(
    [
      "Student,ID,SIS User ID,SIS Login ID,Section,lesson",
      '"    Points Possible",,,,,3',
      "login7,,,login7,,3",
      "lovelaceada,13,,,,1",
      "smithbob 11,11,,,,3",
      "smithbob 12,12,,,,1\n",
    ].join("\n"),
  );
});

/** Export of two submissions, one of a group, with Ruby's tags, an alias and a text over several lines. */
const EXPORTED = `---
submission_1001:
  :submitters:
  - :name: Ada Lovelace
    :sid: '0042'
    :email: ada@example.edu
  :created_at: 2026-11-08 05:48:29.530438000 Z
  :score: 0.0
  :results: &1 !ruby/hash:ActiveSupport::HashWithIndifferentAccess
    output: |
      a line: of output
      another
submission_1002:
  :submitters:
  - :name: Bob Smith
    :sid:
    :email: bob@example.edu
  - :name: Cyd Green
  :history:
  - :results: *1
submission_1003:
  :submitters:
  - :name: Dan Empty
    :email: dan@example.edu
`;

describe("Gradescope", () => {
  test.each(["class", "class/assignment_77_export"])(
    "an export in %s has the students of its list",
    async (at) => {
      put(`${at}/submission_metadata.yml`, EXPORTED);
      put(`${at}/submission_1001/lesson.ipynb`, notebook(answered(true)));
      put(`${at}/submission_1002/lesson.ipynb`, notebook(answered(false)));
      const { code, students } = await graded("class", "gradescope");
      expect(code).toBe(1);
      expect(students()).toEqual(["0042 3", "Cyd Green 1", "bob@example.edu 1", "dan@example.edu 0"]);
      expect(JSON.parse(read("out/gradescope/Cyd Green.json"))).toMatchObject({ score: 1 });
      expect(JSON.parse(read("out/gradescope/dan@example.edu.json")).output).toContain("no .ipynb or .dtp");
    },
  );

  test("a list that is no YAML is said, and nothing is graded", async () => {
    put("class/submission_metadata.yml", "submission_1: [\n");
    put("class/submission_1/lesson.dtp", answered(true));
    const { code, err } = await graded("class");
    expect(code).toBe(2);
    expect(err).toMatch(/^dtp: class: submission_metadata\.yml cannot be read: /);
  });

  test("its autograder gets one results.json", async () => {
    put("autograder/submission/my lesson.ipynb", notebook(answered(false)));
    put(
      "autograder/submission_metadata.json",
      JSON.stringify({ id: 1, users: [{ email: "ada@example.edu", id: 2, name: "Ada" }] }),
    );
    const { code, out, err, students } = await graded("autograder/submission", "gradescope");
    expect(code).toBe(0);
    expect(out).toMatch(/^1 submission graded: /);
    expect(err).toContain("feedback for 1 student into out.");
    expect(read("out/class.html")).toContain("1 student, 1 submission. Mean");
    expect(students()).toEqual(["ada@example.edu 1"]);
    const { score, tests } = JSON.parse(read("out/results.json"));
    expect(score).toBe(1);
    expect(tests).toEqual([
      {
        ...{ name: "half", score: 1, max_score: 1, status: "passed" },
        ...{ output: expect.stringContaining("right: 0.5"), output_format: "text" },
      },
      {
        ...{ name: "third", score: 0, max_score: 2, status: "failed" },
        ...{ output: expect.stringContaining("not answered yet"), output_format: "text" },
      },
    ]);
  });
});

test("a packed folder is said to be one", async () => {
  put("class.zip", "PK");
  const { code, err } = await graded("class.zip");
  expect(code).toBe(2);
  expect(err).toBe("dtp: class.zip is packed: unpack it, and name the folder\n");
});
