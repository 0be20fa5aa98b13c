import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { dataDir, searchDirs, type Target } from "./dataDir.ts";
import { KERNEL_NAME, kernelspec } from "./kernelspec.ts";
import { installExtension, removeExtension } from "./labExtension.ts";
import { logoFiles } from "./logoFiles.ts";
import { installLexer, installTemplate, removeLexer, removeTemplate } from "./pageLexer.ts";
import { sitePackages } from "./sitePackages.ts";

export interface InstallOptions {
  /**
   * Environment folder PREFIX to install into, as PREFIX/share/jupyter (`--prefix`). Absent: installs for the
   * user.
   */
  readonly prefix?: string;
  /** Name of the folder under `kernels/`, by which notebooks refer to the kernel; `dtp` by default. */
  readonly name?: string;
  /** Path of the bundled `kernel.cjs`. By default it is searched relative to the running code. */
  readonly entry?: string;
  /**
   * Path of the built JupyterLab extension. By default it is searched relative to the running code. null
   * installs none.
   */
  readonly extension?: string | null;
  /** Folders of Python packages that get the lexer for nbconvert's pages. By default those that the target's Jupyter reads. */
  readonly sitePackages?: readonly string[];
}

/** Kernel for the DTP language that a Jupyter can find. */
export interface InstalledKernel {
  readonly name: string;
  readonly folder: string;
  readonly displayName: string;
  readonly argv: readonly string[];
  /** True where the kernel's Node and its entry file both exist. */
  readonly works: boolean;
}

export type InstallResult =
  | {
      readonly ok: true;
      readonly folder: string;
      /** Folder of the JupyterLab extension that was installed or removed. null for none. */
      readonly extension: string | null;
      /** Folders of Python packages in which the lexer for nbconvert's pages was installed or removed. */
      readonly lexers: readonly string[];
    }
  | { readonly ok: false; readonly problem: string };

/**
 * Installs the kernel: writes the kernelspec with its logos, and JupyterLab's extension. An earlier install
 * is replaced.
 */
export async function installKernel(options: InstallOptions = {}): Promise<InstallResult> {
  const name = options.name ?? KERNEL_NAME;
  // jupyter_client's rule for kernel names
  if (!/^[a-z0-9._-]+$/i.test(name))
    return { ok: false, problem: `a kernel's name is letters, digits, ".", "_" and "-", not \`${name}\`` };
  const entry = options.entry ?? findEntry();
  if (entry === null)
    return { ok: false, problem: "kernel.cjs is missing: build the project first (npm run build)" };
  const folder = kernelFolder(options, name);
  if (existsSync(join(folder, "kernel.json")) && !readSpec(folder, name))
    return { ok: false, problem: `${folder} holds a kernel of another language` };
  try {
    mkdirSync(folder, { recursive: true });
    const spec = kernelspec(process.execPath, entry);
    writeFileSync(join(folder, "kernel.json"), `${JSON.stringify(spec, null, 2)}\n`);
    for (const [file, content] of await logoFiles()) writeFileSync(join(folder, file), content);
    const data = dataDir(target(options));
    installTemplate(data);
    return {
      ...{ ok: true, folder, extension: installExtension(data, options.extension) },
      lexers: installLexer(options.sitePackages ?? sitePackages(target(options))),
    };
  } catch (error) {
    return { ok: false, problem: error instanceof Error ? error.message : String(error) };
  }
}

/**
 * Removes a kernelspec, and with the last kernelspec the JupyterLab extension. Returns their former folders,
 * or a problem. A kernel of another language is left alone.
 */
export function uninstallKernel(
  options: Pick<InstallOptions, "prefix" | "name" | "sitePackages"> = {},
): InstallResult {
  const name = options.name ?? KERNEL_NAME;
  const folder = kernelFolder(options, name);
  if (!readSpec(folder, name)) return { ok: false, problem: `no DTP kernel \`${name}\` in ${folder}` };
  try {
    rmSync(folder, { recursive: true });
    const data = dataDir(target(options));
    const last = kernelsIn(join(data, "kernels")).length === 0;
    if (!last) return { ok: true, folder, extension: null, lexers: [] };
    removeTemplate(data);
    return {
      ...{ ok: true, folder, extension: removeExtension(data) },
      lexers: removeLexer(options.sitePackages ?? sitePackages(target(options))),
    };
  } catch (error) {
    return { ok: false, problem: error instanceof Error ? error.message : String(error) };
  }
}

/** DTP kernels that a Jupyter of this user can find, or those installed under `prefix`. */
export function listKernels(options: Pick<InstallOptions, "prefix"> = {}): InstalledKernel[] {
  const dirs = options.prefix === undefined ? searchDirs() : [dataDir(target(options))];
  return dirs.flatMap((dir) => kernelsIn(join(dir, "kernels")));
}

function kernelsIn(folder: string): InstalledKernel[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder).flatMap((name) => readSpec(join(folder, name), name) ?? []);
}

function readSpec(folder: string, name: string): InstalledKernel | null {
  try {
    const raw = JSON.parse(readFileSync(join(folder, "kernel.json"), "utf8")) as Record<string, unknown>;
    if (raw.language !== "dtp" || !Array.isArray(raw.argv)) return null;
    const argv = raw.argv.map(String);
    // Check that Node and the kernel's file exist; words with a dash are options of Node.
    const files = argv.slice(0, argv.indexOf("-f")).filter((word) => !word.startsWith("-"));
    // The wheel's kernel is started by the Python that Jupyter runs in.
    const ofWheel = argv[1] === "-m" && argv[2] === "dtp.kernel";
    const works = ofWheel || (files.length === 2 && files.every((path) => existsSync(path)));
    return { name, folder, displayName: String(raw.display_name ?? name), argv, works };
  } catch {
    return null;
  }
}

function target({ prefix }: Pick<InstallOptions, "prefix">): Target {
  return prefix === undefined ? { kind: "user" } : { kind: "prefix", prefix: resolve(prefix) };
}

function kernelFolder(options: Pick<InstallOptions, "prefix">, name: string): string {
  return join(dataDir(target(options)), "kernels", name);
}

/** Path of `dist/kernel.cjs`. This code may run from dist/, from a chunk below it, or from the sources. */
function findEntry(): string | null {
  const places = ["./kernel.cjs", "../../../dist/kernel.cjs"];
  return (
    places.map((place) => fileURLToPath(new URL(place, import.meta.url))).find((path) => existsSync(path)) ??
    null
  );
}
