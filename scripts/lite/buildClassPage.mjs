import { build } from "esbuild";
import { fromSource, root } from "../fromSource.mjs";
import { ownScripts } from "../site/policy.mjs";

/**
 * HTML of the page that starts a class. It stands alone: its script and style are inside, and its policy lets nothing else run.
 *
 * @param place `site`, `lab` or `server`: where the page will be, as scripts/lite/classPage.ts lists
 */
export async function buildClassPage(place) {
  const { classPage, places } = await fromSource('export * from "./scripts/lite/classPage.ts";');
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: ["src/lite/classStart.ts"],
    bundle: true,
    minify: true,
    write: false,
    format: "iife",
    target: "es2022",
    charset: "ascii",
    logLevel: "warning",
  });
  const html = classPage(places[place], outputFiles[0].text);
  const policy = `<meta http-equiv="Content-Security-Policy" content="${ownScripts(html)}">`;
  return html.replace("<head>\n", (head) => `${head}${policy}\n`);
}
