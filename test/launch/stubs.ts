import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";

/** A command as it was called: its name, then its arguments. */
export type Call = readonly string[];

export interface Ran {
  readonly status: number | null;
  readonly stderr: string;
  readonly calls: readonly Call[];
  /** The text of a file that the script left in its folder; null for none. */
  file(name: string): string | null;
}

/** Writes its name and its arguments to `$CALLS`, each with a line's end, and a line of its own after them. */
const RECORD = `{ printf '%s\\n' "\${0##*/}" "$@"; echo "<end>"; } >> "$CALLS"`;

/**
 * Stand-ins for what a cluster has: each records how it was called. `srun` starts its command as the real one does, once; `scontrol`
 * names two hosts; `srun` under `$NEAR_END` tells the script first that its time is almost up, as Slurm does, and goes on until that
 * has been heard: a script that ends at once may end before its trap.
 */
const STUBS: Readonly<Record<string, string>> = {
  torchrun: RECORD,
  // Its node's number and the first host, which a program of one process a node finds in its environment.
  python3: `set -- "$@" "NODE_RANK=$NODE_RANK" "JAX_COORDINATOR_IP=$JAX_COORDINATOR_IP" "NNODES=$NNODES"\n${RECORD}`,
  scontrol: `${RECORD}\nif [ "$1" = show ]; then printf 'node001\\nnode002\\n'; fi`,
  srun: [
    RECORD,
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a parameter expansion of bash
    'if [ -n "${NEAR_END:-}" ]; then kill -USR1 "$PPID"; for i in {1..400}; do grep -q requeue "$CALLS" && break; sleep 0.05; done; fi',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a parameter expansion of bash
    'while [ "${1#--}" != "$1" ]; do shift; done',
    'exec "$@"',
  ].join("\n"),
};

/** Runs a script of bash in a folder of its own, with the stand-ins before all else on the path. */
export function runScript(script: string, environment: Readonly<Record<string, string>> = {}): Ran {
  const folder = mkdtempSync(join(tmpdir(), "dtp-launch-"));
  try {
    for (const [name, text] of Object.entries(STUBS)) {
      writeFileSync(join(folder, name), `#!/bin/bash\n${text}\n`);
      chmodSync(join(folder, name), 0o755);
    }
    const file = join(folder, "script.sh");
    writeFileSync(file, script);
    const calls = join(folder, "calls.txt");
    const env = { PATH: `${folder}${delimiter}${process.env.PATH}`, CALLS: calls, ...environment };
    const ran = spawnSync("bash", [file], { cwd: folder, env, encoding: "utf8" });
    const text = existsSync(calls) ? readFileSync(calls, "utf8") : "";
    const files = new Map<string, string>();
    for (const name of [
      "ds_config.json",
      "job.toml",
      "nanotron.yaml",
      "maxtext.yaml",
      "bridge.py",
      "train.py",
    ])
      if (existsSync(join(folder, name))) files.set(name, readFileSync(join(folder, name), "utf8"));
    return {
      status: ran.status,
      stderr: ran.stderr,
      calls: text
        .split("<end>\n")
        .filter((one) => one !== "")
        .map((one) => one.split("\n").slice(0, -1)),
      file: (name) => files.get(name) ?? null,
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** What bash says of a script that it only reads; empty for one that it can. */
export function syntaxErrors(script: string): string {
  try {
    execFileSync("bash", ["-n"], { input: script, stdio: ["pipe", "pipe", "pipe"] });
    return "";
  } catch (problem) {
    return String((problem as { stderr?: Buffer }).stderr ?? problem);
  }
}
