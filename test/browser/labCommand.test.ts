import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));

test("`npm run lab` prints its address and no noise of the server, also once a page asks for its build", async () => {
  const lab = spawn(
    process.execPath,
    ["scripts/lab/start.mjs", "--no-build", "--no-browser", "--allow-root", "--port=0"],
    {
      cwd: root,
      stdio: ["ignore", "pipe", "pipe"],
    },
  );
  let printed = "";
  for (const stream of [lab.stdout, lab.stderr])
    stream.on("data", (chunk: Buffer) => {
      printed += chunk.toString();
    });
  const ended = new Promise((resolve) => lab.once("exit", resolve));
  try {
    const address = /http:\/\/127\.0\.0\.1:\d+\/lab\S*\?token=\S+/;
    await expect.poll(() => printed, { timeout: 110_000 }).toMatch(address);
    const url = new URL(address.exec(printed)?.[0] ?? "");
    url.pathname = "/lab/api/build";
    // JupyterLab runs its own yarn to answer this.
    expect((await fetch(url)).status).toBe(200);
    expect(printed).not.toMatch(/error|warn|traceback|dynamic require|yarn/i);
    expect(printed.split("\n").every((line) => line.length < 200)).toBe(true);
  } finally {
    lab.kill("SIGTERM");
    await ended;
  }
});
