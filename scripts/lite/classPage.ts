import { courseLessons } from "../courseNotes.ts";

/** Place in which the page that starts a class stands. */
export interface Place {
  /** Address of a lesson from the page, with `{lesson}` in place of its name. */
  readonly link: string;
  /** Addresses of the documents on classes and on exercises; null where there are none beside the page. */
  readonly docs: { readonly class: string; readonly exercises: string } | null;
  /** Sentence on what students need. */
  readonly needs: string;
}

/** Places: the whole site, the lab alone, and JupyterLab on one's own computer. */
export const places: Readonly<Record<"site" | "lab" | "server", Place>> = {
  site: {
    link: "open.html#course/{lesson}.ipynb",
    docs: { class: "../docs/how-to/class.html", exercises: "../docs/how-to/exercises.html" },
    needs:
      "Students need a browser, and install nothing. Their work stays in that browser, on that computer.",
  },
  lab: {
    link: "open.html#course/{lesson}.ipynb",
    docs: null,
    needs:
      "Students need a browser, and install nothing. Their work stays in that browser, on that computer.",
  },
  server: {
    // From build/class/index.html below Jupyter's `files/`.
    link: "../../../lab/tree/notebooks/course/{lesson}.ipynb",
    docs: {
      class: "../../../lab/tree/docs/how-to/class.md",
      exercises: "../../../lab/tree/docs/how-to/exercises.md",
    },
    needs: "Students' work is saved in the notebook's file on the server that they use.",
  },
};

const escaped = (text: string): string => text.replace(/[&<>"]/g, (one) => `&#${one.charCodeAt(0)};`);

/** Page that a teacher opens first: a lesson's link and QR code, what to look at before class, how to hand in and to grade. */
export function classPage({ link, docs, needs }: Place, script: string): string {
  const options = courseLessons().map(
    ({ name, title, minutes, exercises }) =>
      `<option value="${name}" data-about="${escaped(about(name, minutes, exercises))}">${escaped(title)} (${minutes} min)</option>`,
  );
  const more = docs
    ? `<p>More: <a href="${docs.exercises}">how exercises are graded</a>, and <a href="${docs.class}">nbgrader, Otter, Gradescope, Canvas and Moodle</a>.</p>`
    : "";
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Start a class</title>
<link rel="icon" href="data:,">
<style>
${STYLE}
</style>
</head>
<body data-link="${escaped(link)}">
<main>
<h1>Start a class</h1>
<div>
<section>
<h2>The lesson</h2>
<label for="lesson">Lesson</label>
<select id="lesson">
${options.join("\n")}
</select>
<p id="about"></p>
<div class="share">
<button id="enlarge" type="button" title="Show it large" aria-label="Show the QR code large"><span id="code"></span></button>
<div>
<p>Students open</p>
<p><a id="link" href="#"></a></p>
<p><button id="copy" type="button">Copy the link</button></p>
<p>Click the code to show it on the whole screen.</p>
</div>
</div>
<p id="own" class="note" hidden>This address is your own computer: students cannot open it. Use the address at which your class reaches the lab.</p>
<p>${escaped(needs)}</p>
</section>
<section>
<h2>Handing in</h2>
<ol>
<li>In the lesson: <i>File › Save Notebook</i>, then <i>File › Download</i>.</li>
<li>Upload the <code>.ipynb</code> file. Its name does not matter: its exercises tell the lesson.</li>
</ol>
</section>
</div>
<div>
<section>
<h2>Ten minutes before class</h2>
<ul class="list">
<li><label><input type="checkbox"><span>Open the link on the room's network, and <i>Run › Run All Cells</i>. Every cell has a number, and no output is red.</span></label></li>
<li><label><input type="checkbox"><span>Enlarge the browser's text until the last row can read it.</span></label></li>
<li><label><input type="checkbox"><span>Read the lesson's solution and the notes on known mistakes: <code>solutions/</code> and <code>keys/NOTES.md</code> of the course. They are not in the lab.</span></label></li>
<li><label><input type="checkbox"><span>Decide where students hand in, and write it on the board.</span></label></li>
<li><label><input type="checkbox"><span>Hand in one file yourself, and grade it with the command below.</span></label></li>
<li><label><input type="checkbox"><span>Ask students not to use a private window: it forgets their work.</span></label></li>
</ul>
</section>
<section>
<h2>Grading</h2>
<p>With the files of all students in a folder, a folder or file each:</p>
<pre>dtp grade submitted/ --key notebooks/course/keys</pre>
<p><code>grades/class.html</code> is the class, <code>grades/feedback/</code> has a page for each student. Add <code>--gradebook canvas</code> or another platform's name.</p>
${more}
</section>
</div>
</main>
<dialog id="projector"><h2 id="large-title"></h2><div id="large-code"></div><p id="large-link"></p></dialog>
<script>
${script.trim()}
</script>
</body>
</html>
`;
}

/** A lesson's time and exercises in words. */
function about(name: string, minutes: number, exercises: number): string {
  const time = `About ${minutes} minutes to read and answer`;
  return /capstone/.test(name)
    ? `About ${minutes} minutes to read, and a project with ${exercises} exercises.`
    : `${time}, with ${exercises} exercises. The time is counted from the text: no class was timed.`;
}

const STYLE = `:root { color-scheme: light dark; --line: #8886; --accent: light-dark(#0b57a4, #7db7ff); --quiet: light-dark(#f3f5f8, #23272e); }
* { box-sizing: border-box; }
body { margin: 0; font: 17px/1.5 system-ui, sans-serif; color: light-dark(#1b1f24, #e6e8eb); background: light-dark(#fff, #16191d); }
main { max-width: 1100px; margin: 0 auto; padding: 1rem 1.25rem 3rem; display: grid; grid-template-columns: 1fr 1fr; gap: 0 3rem; align-items: start; }
h1 { grid-column: 1 / -1; margin: .5rem 0 0; font-size: 1.9rem; }
h2 { font-size: 1.2rem; margin: 1.2rem 0 .4rem; }
p { margin: .5rem 0; }
main > div { min-width: 0; }
label[for] { display: block; font-size: .9rem; }
select, button { font: inherit; color: inherit; background: var(--quiet); border: 1px solid var(--line); border-radius: 6px; padding: .4rem .7rem; max-width: 100%; }
select { width: 100%; }
button { cursor: pointer; }
.share { display: flex; gap: 1.2rem; align-items: flex-start; flex-wrap: wrap; }
.share > div { flex: 1 1 14rem; min-width: 0; }
#enlarge { padding: 0; line-height: 0; background: #fff; flex: none; }
#code { display: block; width: 190px; height: 190px; }
#code svg, #large-code svg { width: 100%; height: 100%; display: block; }
a { color: var(--accent); overflow-wrap: anywhere; }
.note { border-left: 4px solid light-dark(#b45309, #fbbf24); padding: .3rem .8rem; background: var(--quiet); }
.list { list-style: none; padding: 0; margin: 0; }
.list li { margin: .4rem 0; }
.list label { display: grid; grid-template-columns: 1.6rem 1fr; }
.list input { margin-top: .35rem; width: 1rem; height: 1rem; }
ol { padding-left: 1.4rem; margin: .3rem 0; }
pre { white-space: pre-wrap; background: var(--quiet); border: 1px solid var(--line); border-radius: 6px; padding: .6rem .8rem; font-size: .9rem; }
code { font-size: .9em; overflow-wrap: anywhere; }
dialog { width: min(96vw, 90vh); max-width: none; border: 0; border-radius: 8px; background: #fff; color: #111; text-align: center; cursor: pointer; }
dialog::backdrop { background: #000b; }
#large-code { width: min(80vw, 65vh); height: min(80vw, 65vh); margin: 0 auto; }
#large-link { font-size: 1.3rem; overflow-wrap: anywhere; }
@media (max-width: 760px) { main { grid-template-columns: minmax(0, 1fr); } }
@media print { #copy, select, label[for], .note { display: none; } }`;
