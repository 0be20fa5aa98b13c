/** Colours of comments in DTP cells and files: JupyterLab's own hue, at a contrast that small text needs. */
export const COMMENT_COLORS = { light: "#2F7070", dark: "#7CB7B7" } as const;

const EDITOR = '.cm-content[data-language="dtp"]';
const COLOR = "--jp-mirror-editor-comment-color";

/**
 * CSS rules of comments. A lesson is half comments, and JupyterLab's `#408080` has a contrast of 3.5:1 with its dark
 * theme. Editors of other languages keep their colours.
 */
export const COMMENT_RULES = [
  `${EDITOR}{${COLOR}:${COMMENT_COLORS.light}}`,
  `body[data-jp-theme-light="false"] ${EDITOR}{${COLOR}:${COMMENT_COLORS.dark}}`,
].join("\n");
