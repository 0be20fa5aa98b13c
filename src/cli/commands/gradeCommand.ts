import type { Command } from "./command.ts";

export const gradeCommand: Command = {
  name: "grade",
  operands: "DIR",
  count: [1, 1],
  summary: "grade the submissions of a class with a teacher's key",
  flags: [
    { name: "--key", value: "KEY", doc: "the key: a program, or a folder with one named like each lesson" },
    {
      name: "--lessons",
      value: "DIR",
      doc: "the lessons; default: in the key's folder, or in the one above",
    },
    { name: "--out", short: "-o", value: "DIR", doc: "write the results there; default: grades" },
    {
      name: "--gradebook",
      value: "NAME",
      repeated: true,
      doc: "also write it for canvas, moodle, nbgrader, otter or gradescope; or leaderboard",
    },
    { name: "--pass", value: "PERCENT", doc: "exit status 1 where a submission has less of the points" },
    { name: "--limit", value: "SECONDS", doc: "longest time for the answers of a file; default: 10" },
    { name: "--variants", doc: "judge each student by the variant that `dtp seal --student` made" },
    { name: "--json", doc: "print the verdicts, and write nothing" },
  ],
  details: [
    "A folder in DIR is a student, and so is a file (.ipynb, .dtp) directly in it; the folders and names",
    "of nbgrader, Moodle, Canvas and Gradescope are known. Only answers are taken from a submission;",
    "they are judged by the key. Written are grades.csv, answers.csv, items.csv, class.html and a page a",
    "student in feedback/.",
    "Exit status 2 where nothing was graded, and 1 where a file could not be read.",
  ],
  examples: [
    "grade submitted/ --key course/keys --gradebook canvas",
    "grade . --key lesson.key.dtp --pass 50 --json",
  ],
  load: async () => (await import("../actions/grade.ts")).grade,
};
