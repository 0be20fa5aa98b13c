import type { Scoreboard } from "./validate.ts";
export function scoreboardMarkdown(board: Scoreboard): string {
  return String(board.rows.length);
}
