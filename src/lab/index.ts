import { answersPlugin } from "./answersPlugin.ts";
import { controlsPlugin } from "./controlsPlugin.ts";
import { hoverPlugin } from "./hoverPlugin.ts";
import { languagePlugin } from "./languagePlugin.ts";
import { problemsPlugin } from "./problemsPlugin.ts";
import { reportPlugin } from "./reportPlugin.ts";
import { stalePlugin } from "./stalePlugin.ts";

/** Plugins that JupyterLab and Notebook 7 load at their start. */
export default [
  languagePlugin,
  reportPlugin,
  stalePlugin,
  hoverPlugin,
  problemsPlugin,
  controlsPlugin,
  answersPlugin,
];
