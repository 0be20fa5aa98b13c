import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { dtp } from "../../../src/cli/dtp.ts";
import { inlineHtml } from "../../../src/cli/slides/inlineHtml.ts";
import { firstSentence, shortened, slidesOf } from "../../../src/cli/slides/slidesOf.ts";
import { testIo } from "../testIo.ts";

const folder = mkdtempSync(join(tmpdir(), "dtp-slides-"));
afterAll(() => rmSync(folder, { recursive: true }));

const LESSON = `edition 2026

# # The memory wall
#
# Sixteen bytes a parameter. This sentence is for the speaker.
#
# - one *point*
#   on two lines
# - another with \`a | b\`

# ## What is stored
#
# | what | bytes |
# |---|---|
# | the weight | 2 |
#
# Here is a figure:

import gpt2 from "std/models"
import selene from "std/clusters"
plan p {
  dp = 1
  seq_len = 1_024
  micro_batch = 1
  global_batch = 1 sequences
}
let base = gpt2 on (selene with { nodes = 1, devices_per_node = 1 }) with p
plot base.memory
show gpt2.params * 2 bytes/param as MB

# Text after a figure begins another slide. It is short, too.

# ### Exercise 1
#
# A question stays whole. All of it.

let size = 7B params
exercise one {
  answer = none
}
`;

async function made(text: string, name: string, out: string) {
  writeFileSync(join(folder, name), text);
  const io = testIo({ cwd: folder });
  const status = await dtp(["slides", name, "-o", out], io);
  return { status, io, text: status === 0 ? readFileSync(join(folder, out), "utf8") : "" };
}

test("a lesson becomes a page with a slide for each heading, and what its cells show", async () => {
  const { status, io, text } = await made(LESSON, "lesson.dtp", "lesson.html");
  expect(io.stderrText()).toBe("");
  expect(status).toBe(0);
  expect(io.stdoutText()).toBe("lesson.html: 5 slides, 1 figures\n");
  const slides = text.split("<section").slice(1);
  expect(slides).toHaveLength(5);
  expect(slides[0]).toContain("<h1>The memory wall</h1><p>Sixteen bytes a parameter.</p>");
  expect(slides[0]).toContain("<li>one <i>point</i> on two lines</li>");
  expect(slides[0]).toContain('<aside class="notes"><p>Sixteen bytes a parameter. This sentence is for the');
  expect(slides[1]).toContain("<td>the weight</td><td>2</td>");
  // The figure does not share a slide with the table: the sentence about it goes along.
  expect(slides[1]).not.toContain("<svg ");
  expect(slides[2]).toContain("<h2>What is stored</h2><p>Here is a figure:</p>");
  expect(slides[2]?.match(/<svg /g)).toHaveLength(1);
  // The result of `show`, computed.
  expect(slides[2]).toMatch(/2\d\d(?:\.\d+)? MB/);
  expect(slides[3]).toContain("<h2>What is stored</h2><p>Text after a figure begins another slide.</p>");
  expect(slides[4]).toContain(
    "<p>A question stays whole. All of it.</p><p><code>let size = 7B params</code></p>",
  );
  // It loads nothing.
  expect(text).not.toMatch(/(?:src|href)="https?:/);
});

test("a lesson becomes Markdown for reveal.js, from its program or its notebook alike", async () => {
  const { text } = await made(LESSON, "lesson.dtp", "lesson.md");
  expect(text.split("\n\n---\n\n")).toHaveLength(5);
  expect(text).toContain("Note:\nSixteen bytes a parameter. This sentence is for the speaker.");
  expect(text).toContain("| the weight | 2 |");
  expect(text).toContain("<svg ");
  await dtp(["notebook", "lesson.dtp"], testIo({ cwd: folder }));
  const io = testIo({ cwd: folder });
  expect(await dtp(["slides", "lesson.ipynb", "-o", "other.md"], io)).toBe(0);
  expect(readFileSync(join(folder, "other.md"), "utf8")).toBe(text);
});

test("mistakes of a lesson end it with a code frame, and no file is written", async () => {
  const { status, io } = await made(LESSON.replace("gpt2.params", "gpt2.parms"), "wrong.dtp", "wrong.html");
  expect(status).toBe(1);
  expect(io.stderrText()).toContain("gpt2.parms");
  expect(io.stderrText()).toMatch(/wrong\.dtp, cell \[\d+\]/);
  expect(() => readFileSync(join(folder, "wrong.html"))).toThrow();
});

test("what makes no slides is refused with a sentence", async () => {
  const none = testIo({ cwd: folder });
  writeFileSync(join(folder, "bare.dtp"), "edition 2026\nlet a = 1\n");
  expect(await dtp(["slides", "bare.dtp", "-o", "bare.html"], none)).toBe(2);
  expect(none.stderrText()).toContain("there is no slide to make");
  const pdf = testIo({ cwd: folder });
  expect(await dtp(["slides", "lesson.dtp", "-o", "lesson.pdf"], pdf)).toBe(2);
  expect(pdf.stderrText()).toContain("-o lesson.html");
  const live = testIo({ cwd: folder });
  expect(await dtp(["slides", "lesson.dtp", "-o", "lesson.md", "--live"], live)).toBe(2);
  expect(live.stderrText()).toContain("--live needs a page");
  const missing = testIo({ cwd: folder });
  expect(await dtp(["slides", "nowhere.dtp", "-o", "a.html"], missing)).toBe(2);
  writeFileSync(join(folder, "broken.ipynb"), "{");
  const broken = testIo({ cwd: folder });
  expect(await dtp(["slides", "broken.ipynb", "-o", "a.html"], broken)).toBe(2);
  expect(broken.stderrText()).toContain("is no notebook");
});

test("the first sentence ends where one ends", () => {
  expect(firstSentence("GPT-2 has 1.6 billion. More.")).toBe("GPT-2 has 1.6 billion.");
  expect(firstSentence("It costs (see below. There) little. More.")).toBe(
    "It costs (see below. There) little.",
  );
  expect(firstSentence("Some, e.g. Adam, do. `a. B` too.")).toBe("Some, e.g. Adam, do.");
  expect(firstSentence("**It fits.** More.")).toBe("**It fits.**");
  expect(firstSentence("*About 30 minutes. Needs: nothing.*")).toBe("*About 30 minutes. Needs: nothing.*");
  expect(firstSentence("no end")).toBe("no end");
});

test("a sentence that leads to a list or a figure stays", () => {
  expect(shortened("First. Second. After this you can")).toBe("First. After this you can");
  expect(shortened("First. Second. Its parts as numbers:")).toBe("First. Its parts as numbers:");
  expect(shortened("First. Second.")).toBe("First.");
  expect(shortened("Only: one")).toBe("Only: one");
});

test("text of a lesson cannot bring markup or scripts to the page", () => {
  expect(inlineHtml("<script>alert(1)</script> & **bold** `<b>`")).toBe(
    "&#60;script&#62;alert(1)&#60;/script&#62; &#38; <b>bold</b> <code>&#60;b&#62;</code>",
  );
  expect(inlineHtml("[a](javascript:alert(1)) [b](02-next.ipynb) [c](https://example.org/)")).toBe(
    '[a](javascript:alert(1)) <a href="02-next.ipynb">b</a> <a href="https://example.org/">c</a>',
  );
  expect(inlineHtml("costs \\$2 and \\*not\\* 2 * 3 * 4")).toBe("costs &#36;2 and &#42;not&#42; 2 * 3 * 4");
});

test("a lesson without a heading has slides without a title", () => {
  const [slide] = slidesOf([{ kind: "markdown", source: "1. first\n2. second\n\ntext" }]);
  expect(slide?.title).toBe("");
  expect(slide?.parts).toEqual([
    { kind: "list", items: ["first", "second"], ordered: true },
    { kind: "text", text: "text" },
  ]);
});
