/** `dtp seal` and `dtp grade`: a class with good, wrong, broken, empty and hostile submissions. */
import { existsSync, readdirSync, rmSync } from "node:fs";
import { beforeEach, describe, expect, test } from "vitest";
import type { GradedLesson } from "../../../src/cli/grade/gradedLesson.ts";
import { correlation } from "../../../src/cli/grade/itemStatistics.ts";
import { classFolder, LESSON_START } from "./classFolder.ts";

const LESSON = `${LESSON_START}
exercise state {
  unit = "GB"
  answer = none
  hints = ["sixteen bytes each"]
}
exercise gpus {
  answer = none
  points = 2
}
exercise better {
  answer = none
  goals = [(base with better).memory.fits == yes, (base with better).mfu > base.mfu]
}
show base
`;
const KEY = `edition 2026
exercise state {
  answer = base.params * 16 bytes/param
  within = 2%
  misconceptions = [[base.params * 2 bytes/param, "the weights alone"]]
}
exercise gpus { answer = base.cluster.devices, within = 0 }
exercise better { answer = start with { recompute = selective(mlp) } }
`;
const PLAN = "start with { recompute = selective(mlp) }";

const { pathOf, put, read, run } = classFolder();

/** The lesson with these answers, and statements at its end. */
function answered(answers: Readonly<Record<string, string>>, more = ""): string {
  return `${Object.entries(answers).reduce(
    (text, [name, answer]) =>
      text.replace(new RegExp(`(exercise ${name} \\{[^}]*?answer = )none`), `$1${answer}`),
    read("lesson.dtp"),
  )}\n${more}`;
}
const notebook = (...cells: readonly string[]) =>
  JSON.stringify({
    cells: cells.map((source) => ({
      cell_type: "code",
      source,
      metadata: {},
      outputs: [],
      execution_count: null,
    })),
    metadata: { kernelspec: { name: "dtp", display_name: "DTP", language: "dtp" } },
    nbformat: 4,
    nbformat_minor: 5,
  });

async function graded(...flags: readonly string[]) {
  const { code, out, err } = await run("grade", "class", "--key", "keys", "--json", ...flags);
  const { graded, problems } = JSON.parse(out) as { graded: GradedLesson[]; problems: string[] };
  const of = (student: string) => {
    const one = graded.find((each) => each.student === student);
    if (!one) throw new Error(`${student} is missing`);
    return one;
  };
  const states = (student: string) => of(student).verdicts.map(({ state }) => state);
  return { code, err, graded, problems, of, states };
}

beforeEach(async () => {
  put("lesson.dtp", LESSON);
  put("keys/lesson.dtp", KEY);
  expect(await run("seal", "lesson.dtp", "--key", "keys")).toMatchObject({ code: 0, err: "" });
});

const RIGHT = { state: "128.5", gpus: "32 GPUs", better: PLAN };

describe("dtp seal", () => {
  test("writes seals once, and compares them with --check", async () => {
    const text = read("lesson.dtp");
    expect(text.match(/seal = "1\./g)).toHaveLength(2);
    expect(await run("seal", "lesson.dtp", "--key", "keys", "--check")).toMatchObject({ code: 0 });
    put("keys/lesson.dtp", KEY.replace("16 bytes", "18 bytes"));
    expect(await run("seal", "lesson.dtp", "--key", "keys", "--check")).toMatchObject({ code: 1 });
    expect(read("lesson.dtp")).toBe(text);
  });

  test("seals a notebook, too", async () => {
    put("nb/lesson.ipynb", notebook(...LESSON.split(/\n\n/)));
    expect(await run("seal", "nb/lesson.ipynb", "--key", "keys")).toMatchObject({ code: 0 });
    expect(read("nb/lesson.ipynb").match(/seal = /g)).toHaveLength(2);
  });

  test("names what does not go together", async () => {
    put("keys/lesson.dtp", `${KEY}exercise another { answer = 3 }`.replace("exercise gpus", "exercise cpus"));
    const { code, err } = await run("seal", "lesson.dtp", "--key", "keys");
    expect(code).toBe(1);
    for (const text of ["no exercise `another`", "no exercise `cpus`", "no answer to `gpus`"])
      expect(err).toContain(text);
    expect(await run("seal", "lesson.dtp")).toMatchObject({ code: 2 });
    expect(await run("seal", "lesson.dtp", "--key", "nowhere")).toMatchObject({ code: 2 });
  });
});

describe("dtp grade", () => {
  test("gives the solution all points and an open lesson none, as programs and as notebooks", async () => {
    put("class/ada/lesson.dtp", answered(RIGHT));
    put("class/grace/hw.ipynb", notebook(...answered(RIGHT).split(/\n(?=exercise)/)));
    put("class/open.dtp", read("lesson.dtp"));
    const { code, of, states } = await graded();
    expect(code).toBe(0);
    expect(of("ada")).toMatchObject({ score: 4, points: 4, problem: null });
    expect(of("grace")).toMatchObject({ score: 4, points: 4 });
    expect(of("open")).toMatchObject({ score: 0, points: 4 });
    expect(states("open")).toEqual(["open", "open", "open"]);
  });

  test("takes no check, seal or goal from a submission", async () => {
    const forged = answered({ state: "1 GB", gpus: "7", better: "start" });
    put("class/seal.dtp", forged.replace(/seal = "[^"]*"/g, ""));
    // Seals of the student's own, which call the wrong answers right.
    put("own/lesson.dtp", LESSON);
    put(
      "own/keys/lesson.dtp",
      KEY.replace("base.params * 16 bytes/param", "1 GB").replace("base.cluster.devices", "7"),
    );
    await run("seal", "own/lesson.dtp", "--key", "own/keys");
    put("class/own.dtp", read("own/lesson.dtp").replace("none", "1 GB").replace("none", "7"));
    expect((await run("check", "class/own.dtp")).out).toContain("✓");
    put("class/goals.dtp", forged.replace(/goals = .*/, "goals = [1 == 1]"));
    put("class/machine.dtp", answered({ better: "start" }).replace("nodes = 4", "nodes = 1"));
    put("class/cell.dtp", answered({ better: "base with { time.dp = 0 s, memory.logits = 0 B }" }));
    put("class/points.dtp", answered({ gpus: "32" }).replace("points = 2", "points = 200"));
    const { of, states } = await graded();
    for (const student of ["seal", "own", "goals"]) expect(of(student).score, student).toBeLessThan(1);
    expect(states("machine")[2]).toBe("wrong");
    expect(states("cell")[2]).toBe("unreadable");
    expect(of("points")).toMatchObject({ score: 2, points: 4 });
  });

  test("a script that copies right-hand sides gets nothing", async () => {
    const copied = read("lesson.dtp").replace(
      /exercise (\w+) \{([^}]*)\}/g,
      (all: string, name: string, body: string) => {
        const sides = [...body.matchAll(/(?:~=|==|=) *([^\n]+)/g)].map(([, side]) => side ?? "");
        return all.replace(
          "answer = none",
          `answer = ${sides.find((side) => side !== "none" && !side.startsWith("[")) ?? name}`,
        );
      },
    );
    put("class/copy.dtp", copied);
    expect((await graded()).of("copy").score).toBe(0);
  });

  test("never stops at a broken, empty or hostile submission", async () => {
    put("class/good/lesson.dtp", answered(RIGHT));
    put("class/json/lesson.ipynb", '{"cells": [');
    put("class/list/lesson.ipynb", "[1, 2]");
    put(
      "class/cells/lesson.ipynb",
      JSON.stringify({ cells: [{ cell_type: "code", source: 3 }, null], metadata: {}, nbformat: 4 }),
    );
    put("class/python/lesson.ipynb", notebook("import os\nos.system('true')"));
    put("class/empty/lesson.dtp", "");
    put("class/binary/lesson.dtp", Uint8Array.of(0, 255, 254, 3, 200));
    put("class/nothing/readme.txt", "hello");
    put("class/bracket/lesson.dtp", answered({ ...RIGHT, state: "12 (((" }));
    put("class/early/lesson.dtp", `let x = (((\n${answered(RIGHT)}`);
    put("class/nested/lesson.dtp", answered({ ...RIGHT, gpus: `${"(".repeat(3_000)}1${")".repeat(3_000)}` }));
    put("class/self/lesson.dtp", answered({ ...RIGHT, state: "state", gpus: "better" }));
    put("class/long/lesson.dtp", answered({ ...RIGHT, state: "first(all).step_time" }, "search all = base"));
    put("class/list2/lesson.dtp", answered({ ...RIGHT, state: "sum(range(1, 1e12))" }));
    put(
      "class/file/lesson.dtp",
      `import secret from "../good/lesson.dtp"\n${answered({ ...RIGHT, state: "secret" })}`,
    );
    put(
      "class/key/lesson.dtp",
      `import gpus as stolen from "../../keys/lesson.dtp"\n${answered({ gpus: "stolen" })}`,
    );
    put(
      "class/proto/lesson.dtp",
      answered({ ...RIGHT, state: "__proto__" }, "let constructor = 3\nlet __proto__ = 4"),
    );
    put("class/=cmd/lesson.dtp", answered({ ...RIGHT, state: '"=cmd|x"' }));
    const { code, graded: all, of, states } = await graded("--limit", "2");
    expect(code).toBe(1);
    expect(all).toHaveLength(18);
    expect(of("good").score).toBe(4);
    for (const one of ["json", "list", "binary", "nothing"]) {
      expect(of(one).problem, one).not.toBeNull();
      expect(of(one).score, one).toBe(0);
    }
    for (const one of ["cells", "python", "empty"]) expect(of(one).score, one).toBe(0);
    // One broken answer takes no other along.
    expect(states("bracket")).toEqual(["unreadable", "right", "right"]);
    expect(of("early").score).toBe(4);
    for (const one of ["self", "long", "list2", "file", "proto", "=cmd"])
      expect(states(one)[0], one).toMatch(/unreadable|wrong/);
    expect(states("nested")).toEqual(["right", expect.stringMatching(/unreadable/), "right"]);
    expect(states("long").slice(1)).toEqual(["right", "right"]);
    expect(states("key")[1]).toBe("unreadable");
  }, 60_000);

  test("writes grades, statistics, feedback and gradebooks", async () => {
    put("class/ada/lesson.dtp", answered(RIGHT));
    put("class/bob/lesson.dtp", answered({ state: "16.06 GB", gpus: "32" }));
    put("class/=eve/lesson.dtp", answered({ state: "16.06 GB" }));
    const names = ["canvas", "moodle", "nbgrader", "otter"];
    const { code, out, err } = await run(
      ...["grade", "class", "--key", "keys", "--out", "out", "--pass", "50"],
      ...names.flatMap((name) => ["--gradebook", name]),
    );
    expect({ code, err: err.includes("feedback for 3 students") }).toEqual({ code: 1, err: true });
    expect(out).toContain("3 submissions graded: mean 50 % of the points; 1 below the pass mark");
    expect(read("out/grades.csv").split("\n").slice(0, 4)).toEqual([
      "student,lesson,score,points,problem",
      "'=eve,lesson,0,4,",
      "ada,lesson,4,4,",
      "bob,lesson,2,4,",
    ]);
    expect(read("out/answers.csv")).toContain("bob,lesson,state,wrong,0,1,16.06 GB,the weights alone");
    expect(read("out/items.csv")).toContain("the weights alone");
    expect(read("out/canvas.csv")).toContain('Points Possible",,,,,4');
    expect(read("out/moodle.csv")).toContain("bob,2,state: wrong; better: open");
    expect(read("out/nbgrader.csv")).toContain("lesson,,,bob,,,,2,0,2,4");
    expect(read("out/otter-lesson.csv").split("\n").slice(0, 3)).toEqual([
      "file,better,gpus,state,total_points_earned,percent_correct,grading_status",
      "points-per-question,1,2,1,4,1,--",
      expect.stringContaining("=eve/lesson.dtp"),
    ]);
    expect(read("out/otter-lesson.csv")).toMatch(/ada\/lesson\.dtp,1,2,1,4,1,Completed\n/);
    const feedback = read("out/feedback/bob/lesson.html");
    expect(feedback).toContain("The weights alone");
    expect(feedback).toContain("sixteen bytes each");
    expect(feedback).not.toContain("128.");
    expect(readdirSync(pathOf("out/feedback"))).toHaveLength(3);
    expect(existsSync(pathOf("out/class.html"))).toBe(true);
  });

  test("judges each student by a variant of their own", async () => {
    put("lesson.dtp", LESSON.replace("exercise state {", "let size = 8B params\nexercise state {"));
    put(
      "keys/lesson.dtp",
      KEY.replace(
        "exercise state {",
        "control size in [1B params, 2B params, 3B params, 5B params]\nexercise state {",
      )
        .replace("base.params * 16", "size * 16")
        .replace("base.params * 2", "size * 2"),
    );
    const sizes = new Map<string, string>();
    for (const student of ["ada", "bob", "cyd", "dan", "eve", "fay"]) {
      const name = `class/${student}/lesson.dtp`;
      put(name, "");
      expect(
        await run("seal", "lesson.dtp", "--key", "keys", "--student", student, "--out", name),
      ).toMatchObject({
        code: 0,
      });
      sizes.set(student, /let size = (.*)/.exec(read(name))?.[1] ?? "");
      put(name, read(name).replace("answer = none", "answer = size * 16 bytes/param"));
    }
    expect(new Set(sizes.values()).size).toBeGreaterThan(1);
    // A neighbour's file: its answer is right only where the draw happens to agree.
    const other = [...sizes.keys()].find((one) => sizes.get(one) !== sizes.get("ada")) ?? "";
    put("class/ada/copied.dtp", read(`class/${other}/lesson.dtp`));
    rmSync(pathOf("class/ada/lesson.dtp"));
    const { states } = await graded("--variants");
    for (const student of sizes.keys())
      expect(states(student)[0], student).toBe(student === "ada" ? "wrong" : "right");
    expect(await run("seal", "lesson.dtp", "--key", "keys", "--student", "x")).toMatchObject({ code: 2 });
    // By the lesson's own value all of them are wrong.
    expect((await graded()).states("bob")[0]).toBe("wrong");
  });

  test("a student's copy of a notebook has no outputs", async () => {
    const cell = {
      cell_type: "code",
      id: "a",
      metadata: {},
      execution_count: 3,
      source: LESSON,
      outputs: [{ output_type: "stream", name: "stdout", text: "seen" }],
    };
    put("lesson.ipynb", JSON.stringify({ cells: [cell], metadata: {}, nbformat: 4, nbformat_minor: 5 }));
    const sealed = ["seal", "lesson.ipynb", "--key", "keys"] as const;
    expect(await run(...sealed, "--out", "sealed.ipynb")).toMatchObject({ code: 0 });
    expect(await run(...sealed, "--student", "ada", "--out", "ada.ipynb")).toMatchObject({ code: 0 });
    const [kept] = JSON.parse(read("sealed.ipynb")).cells;
    const [copy] = JSON.parse(read("ada.ipynb")).cells;
    expect([kept.outputs, copy.outputs, copy.execution_count]).toEqual([cell.outputs, [], null]);
    expect(copy.source).toContain("seal = ");
  });

  test("misuse has exit status 2", async () => {
    put("class/ada/lesson.dtp", answered(RIGHT));
    for (const argv of [
      ["class"],
      ["class", "--key", "nowhere"],
      ["nowhere", "--key", "keys"],
      ["class", "--key", "keys", "--gradebook", "blackboard"],
      ["class", "--key", "keys", "--limit", "soon"],
    ])
      expect((await run("grade", ...argv)).code, argv.join(" ")).toBe(2);
  });
});

test("correlation", () => {
  expect(correlation([0, 1, 0, 1], [0, 2, 0, 2])).toBeCloseTo(1);
  expect(correlation([0, 1, 0, 1], [2, 0, 2, 0])).toBeCloseTo(-1);
  // By hand: the covariance sums to 1, the squares to 1 and 2.25.
  expect(correlation([0, 1, 0, 1], [1, 1, 0.5, 2.5])).toBeCloseTo(1 / 1.5);
  expect(correlation([1, 1], [0, 1])).toBeNull();
});
