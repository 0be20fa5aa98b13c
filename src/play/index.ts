/** Entry of the playground's page. */
import { Playground } from "./playground.ts";
import { fromFragment } from "./share/shareLink.ts";
import { findParts } from "./shell/parts.ts";
import { Theme } from "./shell/theme.ts";
import type { Project } from "./state/project.ts";
import { keep, kept } from "./state/tabState.ts";

/** Program that a first visit shows. The build inserts it, like the next constant. */
declare const DTP_START: string;
/** Folder of the page's scripts, by the version of their content. */
declare const DTP_SCRIPTS: string;

/** Store of the browser; null where the reader forbids it. */
function store(name: "localStorage" | "sessionStorage"): Storage | null {
  try {
    return globalThis[name];
  } catch {
    return null;
  }
}

async function start(): Promise<void> {
  const tab = store("sessionStorage");
  const all = store("localStorage");
  const embedded = new URLSearchParams(location.search).has("embed");
  document.documentElement.classList.toggle("embedded", embedded);
  const parts = findParts();
  parts.edit.hidden = !embedded;
  parts.code.addEventListener("click", () => {
    const open = document.documentElement.classList.toggle("with-code");
    parts.code.setAttribute("aria-expanded", String(open));
  });
  const theme = new Theme(parts.theme, all);
  const page = `${location.origin}${location.pathname}`;
  const scripts = new URL(DTP_SCRIPTS, document.baseURI).href;
  const begun: Project = {
    files: [{ name: "plan.dtp", text: DTP_START }],
    main: "plan.dtp",
    open: "plan.dtp",
    choices: {},
  };
  const linked = await fromFragment(location.hash);
  const before = embedded ? null : kept(tab);
  const carried = linked && "project" in linked ? linked.project : null;
  // A page that is loaded again has what was changed since its link was opened.
  const project = before?.from === location.hash ? before.project : (carried ?? begun);
  let from = location.hash;
  const playground = new Playground(project, {
    ...{ parts, theme, page, scripts },
    earlier: kept(all)?.project ?? null,
    createWorker: () => new Worker(`${scripts}runtimeWorker.js`),
    keep(project) {
      if (embedded) return;
      keep(tab, { from, project });
      keep(all, { from: "", project });
    },
  });
  if (linked && "problem" in linked) playground.note([linked.problem]);
  globalThis.addEventListener("hashchange", async () => {
    const next = await fromFragment(location.hash);
    from = location.hash;
    if (next && "project" in next) playground.open(next.project);
    else if (next) playground.note([next.problem]);
  });
  // A secure context has service workers, and only a page that is no part of another needs to work offline.
  if (!embedded && "serviceWorker" in navigator)
    navigator.serviceWorker.register("serviceWorker.js").catch(() => {
      // The page works without it, only not offline.
    });
}

void start();
