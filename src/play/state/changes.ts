import type { Project } from "./project.ts";
import { isProgram } from "./readProject.ts";

/** Project with another text of a file. */
export const withText = (project: Project, name: string, text: string): Project => ({
  ...project,
  files: project.files.map((one) => (one.name === name ? { ...one, text } : one)),
});

/** Project without a file. null for its only program, which stays. */
export function without(project: Project, name: string): Project | null {
  const { main, open } = project;
  const files = project.files.filter((one) => one.name !== name);
  const first = files.find((one) => isProgram(one.name))?.name;
  if (first === undefined) return null;
  const shown = main === name ? first : main;
  return { ...project, files, main: shown, open: open === name ? shown : open };
}

/** Project in which a file has another name. null where no program would be left. */
export function renamed(project: Project, name: string, next: string): Project | null {
  const now = (one: string): string => (one === name ? next : one);
  const files = project.files.map((one) => ({ ...one, name: now(one.name) }));
  const first = files.find((one) => isProgram(one.name))?.name;
  if (first === undefined) return null;
  const main = now(project.main);
  return { ...project, files, main: isProgram(main) ? main : first, open: now(project.open) };
}
