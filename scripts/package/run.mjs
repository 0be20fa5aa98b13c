import { spawn } from "node:child_process";

/**
 * Runs a command to its end and gives its exit code and what it printed. The event loop goes on meanwhile: after
 * `execFileSync` libuv's clock is late by as long as the command took, and a timeout set then may be over at once.
 */
export function run(command, args, cwd) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, stdio: ["ignore", "pipe", "pipe"] });
    let stdout = "";
    let stderr = "";
    child.stdout.setEncoding("utf8").on("data", (text) => {
      stdout += text;
    });
    child.stderr.setEncoding("utf8").on("data", (text) => {
      stderr += text;
    });
    child.once("error", reject);
    child.once("close", (code, signal) => resolve({ code: code ?? signal, stdout, stderr }));
  });
}

/** What a command prints; an error with all it said when it fails. */
export async function output(command, args, cwd) {
  const { code, stdout, stderr } = await run(command, args, cwd);
  if (code === 0) return stdout;
  throw new Error(`${[command, ...args].join(" ")} ended with ${code}\n${stdout}${stderr}`.trimEnd());
}
