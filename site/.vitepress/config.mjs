import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { defineConfig } from "vitepress";
import { sidebar } from "../../scripts/site/sidebar.mjs";

/** Facts of the build: the base path, folders, the highlighter of programs, and whether the lab is built. */
const { base, root, sources, out, highlight, lab } = globalThis.dtpSite;

const groups = sidebar(root, sources);
const listed = new Set(groups.flatMap(({ items }) => items.map(({ link }) => keyOf(link))));

export default defineConfig({
  title: "DTP",
  description:
    "Memory, step time, communication and cost of training a large neural network, from a model, a cluster and a parallel plan.",
  base,
  head: [["link", { rel: "icon", type: "image/svg+xml", href: `${base}logo.svg` }]],
  srcDir: sources,
  outDir: out,
  cacheDir: join(root, "node_modules/.cache/vitepress"),
  cleanUrls: false,
  lastUpdated: false,
  // Comparisons of whole tables and notebooks are long lines of HTML, which nobody waits for.
  vite: { build: { chunkSizeWarningLimit: 4000 }, publicDir: false, logLevel: "warn" },
  markdown: { config: markdownOf, lineNumbers: false },
  transformPageData: besides,
  themeConfig: {
    nav: [
      { text: "Docs", link: "/docs/" },
      { text: "Course", link: "/notebooks/course/" },
      {
        text: "Library",
        items: [
          { text: "Fields", link: "/docs/library/fields/" },
          { text: "Devices", link: "/docs/library/devices/" },
          { text: "Models", link: "/docs/library/models/" },
          { text: "Clusters", link: "/docs/library/clusters/" },
        ],
      },
      { text: "Scoreboard", link: "/docs/validation" },
      // Pages that VitePress does not make: with a target, its router leaves the link alone.
      { text: "Playground", link: "/play/index.html", target: "_self" },
      ...(lab ? [{ text: "Lab", link: "/lab/lab/index.html", target: "_self" }] : []),
      ...(lab ? [{ text: "Teach", link: "/lab/class.html", target: "_self" }] : []),
    ],
    sidebar: groups,
    outline: { level: [2, 3] },
    search: {
      provider: "local",
      options: {
        miniSearch: {
          searchOptions: { fuzzy: 0.15, prefix: true, boost: { title: 6, titles: 2, text: 1 } },
        },
        _render: searched,
      },
    },
  },
});

/** Link of a page without what differs between the ways to write it. */
function keyOf(link) {
  return link
    .replace(/^\//, "")
    .replace(/\.md$/, "")
    .replace(/(^|\/)index$/, "$1");
}

/**
 * Pages before and after a page that the sidebar does not list: VitePress would send its reader to the sidebar's first page. Lessons of
 * the course follow one another, other pages stand alone.
 */
function besides({ relativePath, frontmatter }) {
  if (listed.has(keyOf(relativePath))) return undefined;
  const [, folder, own] = /^(notebooks\/course)\/(\d\d[a-z]?-[^/]+)\.md$/.exec(relativePath) ?? [];
  const lessons =
    folder === undefined
      ? []
      : readdirSync(join(sources, folder))
          .filter((name) => /^\d\d[a-z]?-.*\.md$/.test(name))
          .sort();
  const at = lessons.indexOf(`${own}.md`);
  const lesson = (name) =>
    name === undefined
      ? false
      : {
          text: /^# (.*)$/m.exec(readFileSync(join(sources, folder, name), "utf8"))?.[1] ?? name,
          link: `/${folder}/${name.replace(/\.md$/, "")}`,
        };
  const [prev, next] = [lesson(lessons[at - 1]), lesson(at < 0 ? undefined : lessons[at + 1])];
  return { frontmatter: { ...frontmatter, prev, next } };
}

/**
 * What the search reads of a page. Pages of errors and mistakes name many fields, so only their titles are read: a field's own page comes
 * first. (A weight for each page would be a function among the site's data, which pages could read only with `unsafe-eval`.)
 */
async function searched(source, env, md) {
  if (/^docs\/(?:errors|mistakes)\/|^CHANGELOG/.test(env.relativePath))
    return md.render(/^# .*$/m.exec(source)?.[0] ?? "");
  return md.render(source, env);
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
