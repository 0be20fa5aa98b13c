import { hoverPlugin } from "./hoverPlugin.ts";
import { languagePlugin } from "./languagePlugin.ts";
import { reportPlugin } from "./reportPlugin.ts";
import { stalePlugin } from "./stalePlugin.ts";

/** What JupyterLab and Notebook 7 load when they start. */
export default [languagePlugin, reportPlugin, stalePlugin, hoverPlugin];
