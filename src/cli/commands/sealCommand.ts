import type { Command } from "./command.ts";

export const sealCommand: Command = {
  name: "seal",
  operands: "LESSON...",
  count: [1, Number.POSITIVE_INFINITY],
  summary: "write the seals of a lesson's exercises, from a teacher's key",
  flags: [
    { name: "--key", value: "KEY", doc: "the key: a program, or a folder with one named like each lesson" },
    {
      name: "--student",
      value: "ID",
      doc: "write this student's copy: no outputs, a value for each `control`",
    },
    {
      name: "--out",
      short: "-o",
      value: "FILE",
      doc: "write the sealed lesson there; needed with --student",
    },
    {
      name: "--format",
      value: "NAME",
      doc: "write a notebook for nbgrader or otter, a question an exercise; needs --out",
    },
    { name: "--check", doc: "write nothing; exit status 1 where a seal is missing or out of date" },
  ],
  details: [
    "A key has an exercise for each of the lesson's, with the right answer, its tolerance and known",
    "misconceptions; it reads what the lesson defines. The lesson gets seals that tell right from",
    "wrong and cannot be read. A LESSON is a program (.dtp) or a notebook (.ipynb).",
  ],
  examples: [
    "seal lesson.dtp --key lesson.key.dtp",
    "seal course/*.dtp --key course/keys --check",
    "seal lesson.dtp --key keys --student ada -o ada/lesson.dtp",
    "seal lesson.dtp --key keys --format nbgrader -o source/ps1/lesson.ipynb",
  ],
  load: async () => (await import("../actions/seal.ts")).seal,
};
