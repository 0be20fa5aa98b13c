import { beforeEach, expect, test } from "vitest";
import { classFolder, LESSON_START } from "./classFolder.ts";

const LESSON = `${LESSON_START}fn judged(p) = base with { plan.recompute = p.recompute }

exercise faster {
  answer = none
  points = 2
  goals = [
    judged(faster).mfu > base.mfu
    judged(faster).mfu > base.mfu and judged(faster).memory.fits == yes
  ]
}
`;
const KEY = "edition 2026\nexercise faster { answer = start with { recompute = selective(mlp) } }\n";

const { put, read, run } = classFolder();
const answered = (answer: string) => LESSON.replace("answer = none", `answer = ${answer}`);

async function grade(players: string) {
  const { code, err } = await run("grade", players, "--key", "keys", "--gradebook", "leaderboard");
  return {
    code,
    board: read("grades/leaderboard.csv"),
    grades: read("grades/grades.csv"),
    err,
  };
}

beforeEach(() => {
  put("lesson.dtp", LESSON);
  put("keys/lesson.dtp", KEY);
  put(
    "players/ada/lesson.dtp",
    answered("mine").replace("exercise", "plan mine = start with { recompute = selective(mlp) }\nexercise"),
  );
  put("players/bob/lesson.dtp", answered("start with { recompute = none }"));
  put("players/eve/lesson.dtp", answered("start"));
});

test("ranks players by stars, and writes results that give the same stars when they are handed in", async () => {
  const first = await grade("players");
  const lines = first.board.trim().split(/\r?\n/);
  expect(lines[0]).toBe("rank,player,stars,complete,with stars");
  expect(lines[1]).toBe("1,ada,2,1,1");
  expect(lines[2]).toMatch(/^2,bob,[01],0,[01]$/);
  expect(lines[3]).toMatch(/^[23],eve,0,0,0$/);
  const result = read("grades/results/ada/lesson.dtp");
  expect(result).toMatch(
    /^# dtp result: \{"player":"ada","lesson":"lesson","stars":2,"of":2,"engine":"[\d.]+/,
  );
  expect(result).toContain("plan mine = start with { recompute = selective(mlp) }");
  expect(result).not.toContain("goals");
  put("again/ada/lesson.dtp", result);
  const again = await grade("again");
  expect(again.code).toBe(0);
  expect(again.board).toContain("1,ada,2,1,1");
  expect(read("grades/results/ada/lesson.dtp")).toBe(result);
});

test("takes no stars from a result's claim: only the new run counts", async () => {
  await grade("players");
  const result = read("grades/results/ada/lesson.dtp");
  // A plan changed below an honest line, and a line with stars that the plan does not get.
  put("forged/changed/lesson.dtp", result.replace("selective(mlp)", "full"));
  put("forged/unreadable/lesson.dtp", result.replace(/\{"player".*/, "{"));
  const { code, board, grades } = await grade("forged");
  expect(code).toBe(1);
  expect(board).toContain("changed,0,0,0");
  expect(board).toContain("unreadable,2,1,1");
  expect(grades).toContain("its checksum does not fit: the text was changed");
});

test("says which result claims more than a run gives", async () => {
  await grade("players");
  put("late/ada/lesson.dtp", read("grades/results/ada/lesson.dtp"));
  // Since then the second goal has become another one.
  put(
    "lesson.dtp",
    LESSON.replace("judged(faster).memory.fits == yes", "judged(faster).plan.recompute == none"),
  );
  put("keys/lesson.dtp", KEY.replace("selective(mlp)", "none"));
  const { code, board, grades } = await grade("late");
  expect(code).toBe(1);
  expect(board).toContain("1,ada,1,0,1");
  expect(grades).toMatch(/it claims 2 of 2 stars with dtp [\d.]+, and a run with dtp [\d.]+ gives 1/);
});
