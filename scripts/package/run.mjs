import { spawn } from "node:child_process";

/**
 * Runs a command and returns its exit code and output. Asynchronous, because after `execFileSync` libuv's
 * clock lags by the command's duration, and a timeout set then may fire at once.
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

/** Output of a command. Throws an error with all output when it fails. */
export async function output(command, args, cwd) {
  const { code, stdout, stderr } = await run(command, args, cwd);
  if (code === 0) return stdout;
  throw new Error(`${[command, ...args].join(" ")} ended with ${code}\n${stdout}${stderr}`.trimEnd());
}
