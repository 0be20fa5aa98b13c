import { join } from "node:path";
import { defineConfig } from "vitepress";
import { sidebar } from "../../scripts/site/sidebar.mjs";

/** Facts of the build: the base path, folders, and the highlighter of programs. */
const { base, root, sources, out, highlight } = globalThis.dtpSite;

export default defineConfig({
  title: "DTP",
  description:
    "Memory, step time, communication and cost of training a large neural network, from a model, a cluster and a parallel plan.",
  base,
  srcDir: sources,
  outDir: out,
  cacheDir: join(root, "node_modules/.cache/vitepress"),
  cleanUrls: false,
  lastUpdated: false,
  // Comparisons of whole tables and notebooks are long lines of HTML, which nobody waits for.
  vite: { build: { chunkSizeWarningLimit: 4000 }, publicDir: false, logLevel: "warn" },
  markdown: { config: markdownOf, lineNumbers: false },
  themeConfig: {
    nav: [
      { text: "Documentation", link: "/docs/" },
      { text: "Course", link: "/notebooks/course/" },
      { text: "Fields", link: "/docs/library/fields/" },
      { text: "Devices", link: "/docs/library/devices/" },
      { text: "Models", link: "/docs/library/models/" },
      { text: "Scoreboard", link: "/docs/validation" },
    ],
    sidebar: sidebar(root, sources),
    outline: { level: [2, 3] },
    search: {
      provider: "local",
      options: {
        miniSearch: {
          searchOptions: {
            fuzzy: 0.15,
            prefix: true,
            boost: { title: 6, titles: 2, text: 1 },
            boostDocument: weight,
          },
        },
      },
    },
  },
});

/** Weight of a page in the search: a field's page comes before the pages of errors that name the field. */
function weight(id) {
  if (id.includes("/library/fields/")) return 4;
  if (id.includes("/library/")) return 3;
  if (id.includes("/how-to/")) return 2.5;
  if (id.includes("/errors/") || id.includes("/mistakes") || id.includes("CHANGELOG")) return 0.3;
  if (id.includes("/reference/formulas/")) return 0.6;
  return 1;
}

/** Programs are coloured by the language's own tokenizer, and blocks that run say so to the page's script. */
function markdownOf(md) {
  const others = md.renderer.rules.fence;
  md.renderer.rules.fence = (tokens, index, options, env, self) => {
    const { info, content } = tokens[index];
    const [language, ...marks] = info.trim().split(/\s+/);
    if (language !== "dtp") return others(tokens, index, options, env, self);
    const code = highlight(content);
    return `<div class="language-dtp dtp-program" data-marks="${marks.join(" ")}" v-pre><pre class="dtp-code" tabindex="0"><code>${code}</code></pre></div>\n`;
  };
}
