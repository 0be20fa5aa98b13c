import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));
const TOKEN = "dtp";
/** ms; only a server that hangs takes longer, on however busy a machine */
const PATIENCE = 300_000;

/** Of what `GET /api/sessions` says of a notebook. */
export interface NotebookSession {
  readonly path: string;
  readonly kernel: { readonly connections: number; readonly execution_state: string };
}

/** A Jupyter server that serves JupyterLab and Notebook 7 on a folder of its own, with settings of its own. */
export interface JupyterServer {
  /** Folder that the server serves. */
  readonly folder: string;
  /** The page at this path, with the token. */
  url(path: string): string;
  readonly log: () => string;
  /** Notebooks with their kernels, as the server sees them. */
  sessions(): Promise<readonly NotebookSession[]>;
  /** From the next page on, as `jupyter labextension disable` does. */
  disable(extension: string): void;
  stop(): Promise<void>;
}

/**
 * Starts the server of `.venv` (made by `npm run test:browser`) on `files`: path → text.
 * @throws where it does not answer within five minutes
 */
export async function startJupyter(files: Readonly<Record<string, string>>): Promise<JupyterServer> {
  const home = mkdtempSync(join(tmpdir(), "dtp-jupyter-"));
  const written = {
    ...Object.fromEntries(Object.entries(files).map(([path, text]) => [join("work", path), text])),
    "settings/@jupyterlab/apputils-extension/notification.jupyterlab-settings":
      '{ "fetchNews": "false", "checkForUpdates": false }',
    // every cell stays in the document, seen or not
    "settings/@jupyterlab/notebook-extension/tracker.jupyterlab-settings": '{ "windowingMode": "none" }',
  };
  for (const [path, text] of Object.entries(written)) {
    mkdirSync(dirname(join(home, path)), { recursive: true });
    writeFileSync(join(home, path), text);
  }
  const port = await freePort();
  const server = spawn(
    join(root, ".venv", process.platform === "win32" ? "Scripts/python" : "bin/python"),
    [
      ...["-m", "jupyterlab", "--no-browser", "--allow-root", "--ip=127.0.0.1"],
      ...[`--port=${port}`, "--ServerApp.port_retries=0", `--IdentityProvider.token=${TOKEN}`],
      ...[`--ServerApp.root_dir=${join(home, "work")}`, "--FileContentsManager.delete_to_trash=False"],
    ],
    {
      cwd: home,
      env: {
        PATH: process.env.PATH,
        HOME: home,
        JUPYTER_CONFIG_DIR: join(home, "config"),
        JUPYTER_DATA_DIR: join(home, "data"),
        JUPYTER_RUNTIME_DIR: join(home, "runtime"),
        JUPYTERLAB_SETTINGS_DIR: join(home, "settings"),
        JUPYTERLAB_WORKSPACES_DIR: join(home, "workspaces"),
        PYTHONDONTWRITEBYTECODE: "1",
      },
      stdio: ["ignore", "pipe", "pipe"],
    },
  );
  let log = "";
  for (const stream of [server.stdout, server.stderr])
    stream.on("data", (chunk: Buffer) => {
      log += chunk.toString();
    });
  const stop = async (): Promise<void> => {
    await ended(server);
    rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  };
  const url = (path: string) =>
    `http://127.0.0.1:${port}${path}${path.includes("?") ? "&" : "?"}token=${TOKEN}`;
  const sessions = async () =>
    (await (await fetch(url("/api/sessions"))).json()) as readonly NotebookSession[];
  const disable = (extension: string): void => {
    mkdirSync(join(home, "config/labconfig"), { recursive: true });
    writeFileSync(
      join(home, "config/labconfig/page_config.json"),
      JSON.stringify({ disabledExtensions: { [extension]: true } }),
    );
  };
  const deadline = Date.now() + PATIENCE;
  while (!(await answers(url("/api/status")))) {
    if (server.exitCode !== null || Date.now() > deadline) {
      await stop();
      throw new Error(`the Jupyter server did not answer\n${log}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return {
    folder: join(home, "work"),
    url,
    log: () => log,
    sessions,
    disable,
    stop,
  };
}

async function answers(url: string): Promise<boolean> {
  try {
    return (await fetch(url)).ok;
  } catch {
    return false;
  }
}

/** A server asked to stop stops its kernels too. */
function ended(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    const last = setTimeout(() => server.kill("SIGKILL"), 20_000);
    server.once("exit", () => {
      clearTimeout(last);
      resolve();
    });
    server.kill("SIGTERM");
  });
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === "object" && address !== null ? address.port : 0));
    });
  });
}
