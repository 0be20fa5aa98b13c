import type { Command } from "./command.ts";

export const newCommand: Command = {
  name: "new",
  operands: "paper|course DIR",
  count: [2, 2],
  words: ["paper", "course"],
  summary: "create the files of a paper's companion or of a course",
  flags: [],
  details: [
    "A paper: a plan with expectations, figures and tables, CI for GitHub and GitLab, a commit hook.",
    "A course: a lesson, an exercise that checks its answer, a solution. Nothing is overwritten.",
  ],
  examples: ["new paper my-paper", "new course my-course"],
  load: async () => (await import("../new/newProject.ts")).newProject,
};
