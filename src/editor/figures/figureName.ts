/** Title of a drawn figure as one line of plain text: without markup, and without the lines below it. */
export const plainTitle = (title: string): string =>
  title
    .replace(/<br>.*/s, "")
    .replace(/<[^>]*>/g, "")
    .trim();

/** Name of a figure's file without its ending, from its title. */
export const fileStem = (title: string): string =>
  plainTitle(title)
    .replace(/[^A-Za-z0-9_.-]+/g, "-")
    .replace(/^-+|-+$/g, "")
    .slice(0, 60) || "figure";
