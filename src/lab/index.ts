import { languagePlugin } from "./languagePlugin.ts";
import { reportPlugin } from "./reportPlugin.ts";

/** What JupyterLab and Notebook 7 load when they start. */
export default [languagePlugin, reportPlugin];
