import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { isAbsolute, join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { activePrefix, dataDir, type Machine, searchDirs } from "../../../src/kernel/install/dataDir.ts";
import { installKernel, listKernels, uninstallKernel } from "../../../src/kernel/install/index.ts";
import { sitePackages } from "../../../src/kernel/install/sitePackages.ts";

const folder = mkdtempSync(join(tmpdir(), "dtp-install-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("the data directory", () => {
  const user = { kind: "user" } as const;
  const cases: [string, Machine, string][] = [
    ["Linux", { platform: "linux", env: {}, home: "/home/a" }, "/home/a/.local/share/jupyter"],
    ["Linux with XDG", { platform: "linux", env: { XDG_DATA_HOME: "/d" }, home: "/home/a" }, "/d/jupyter"],
    ["macOS", { platform: "darwin", env: {}, home: "/Users/a" }, "/Users/a/Library/Jupyter"],
    [
      "Windows",
      { platform: "win32", env: { APPDATA: "C:\\Users\\a\\AppData\\Roaming" }, home: "C:\\Users\\a" },
      "C:\\Users\\a\\AppData\\Roaming\\jupyter",
    ],
    ["anywhere, told", { platform: "darwin", env: { JUPYTER_DATA_DIR: "/j" }, home: "/Users/a" }, "/j"],
  ];
  test.each(cases)("%s", (_name, machine, expected) => {
    expect(dataDir(user, machine)).toBe(expected);
  });

  test("a prefix beats all", () => {
    const machine: Machine = { platform: "linux", env: { JUPYTER_DATA_DIR: "/j" }, home: "/home/a" };
    expect(dataDir({ kind: "prefix", prefix: "/env" }, machine)).toBe("/env/share/jupyter");
  });

  test("an active environment is found", () => {
    const at = (env: Machine["env"]) => activePrefix({ platform: "linux", env, home: "/h" });
    expect(at({ VIRTUAL_ENV: "/v" })).toBe("/v");
    expect(at({ CONDA_PREFIX: "/c" })).toBe("/c");
    expect(at({ VIRTUAL_ENV: "" })).toBe(null);
  });

  test("an active environment is searched", () => {
    const machine: Machine = {
      platform: "linux",
      env: { VIRTUAL_ENV: "/env", JUPYTER_PATH: "/p:/q" },
      home: "/h",
    };
    expect(searchDirs(machine).slice(0, 4)).toEqual([
      "/h/.local/share/jupyter",
      "/p",
      "/q",
      "/env/share/jupyter",
    ]);
  });
});

describe("installing under a prefix", () => {
  const prefix = join(folder, "env");
  const entry = join(folder, "kernel.cjs");
  writeFileSync(entry, "");

  test("writes a spec that a front end can start, lists it, removes it", async () => {
    const done = await installKernel({ prefix, entry, extension: null });
    const kernels = join(prefix, "share/jupyter/kernels/dtp");
    expect(done).toEqual({ ok: true, folder: kernels, extension: null, lexers: [] });
    const files = join(prefix, "share/jupyter/kernels/dtp");
    const spec = JSON.parse(readFileSync(join(files, "kernel.json"), "utf8"));
    expect(readFileSync(join(files, "logo-svg.svg"), "utf8")).toMatch(/^<svg /);
    for (const size of [32, 64]) {
      const png = readFileSync(join(files, `logo-${size}x${size}.png`));
      // the header of a PNG: its name, and at byte 16 width and height
      expect(png.subarray(1, 4).toString()).toBe("PNG");
      expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([size, size]);
    }
    expect(spec).toMatchObject({ language: "dtp", interrupt_mode: "message", display_name: "DTP" });
    expect(spec.argv).toEqual([process.execPath, "--v8-pool-size=0", entry, "-f", "{connection_file}"]);
    expect(spec.env).toEqual({ MALLOC_ARENA_MAX: "1" });
    expect(isAbsolute(spec.argv[0])).toBe(true);
    expect(listKernels({ prefix })).toMatchObject([{ name: "dtp", works: true }]);
    expect(uninstallKernel({ prefix })).toMatchObject({ ok: true });
    expect(listKernels({ prefix })).toEqual([]);
    expect(uninstallKernel({ prefix })).toMatchObject({ ok: false });
  });

  test("brings JupyterLab's extension, and takes it away with the last kernel", async () => {
    const built = join(folder, "built");
    mkdirSync(join(built, "static"), { recursive: true });
    writeFileSync(join(built, "package.json"), JSON.stringify({ name: "dtplan" }));
    writeFileSync(join(built, "static/new.js"), "");
    const extension = join(prefix, "share/jupyter/labextensions/dtplan");
    mkdirSync(extension, { recursive: true });
    writeFileSync(join(extension, "old.js"), "");

    expect(await installKernel({ prefix, entry, extension: built })).toMatchObject({ extension });
    expect(existsSync(join(extension, "static/new.js"))).toBe(true);
    expect(existsSync(join(extension, "old.js"))).toBe(false);
    await installKernel({ prefix, entry, extension: built, name: "second" });
    expect(uninstallKernel({ prefix, name: "second" })).toMatchObject({ ok: true, extension: null });
    expect(existsSync(extension)).toBe(true);
    expect(uninstallKernel({ prefix })).toMatchObject({ ok: true, extension });
    expect(existsSync(extension)).toBe(false);
  });

  test("brings colours for nbconvert's pages where Pygments is, and takes them away with the last kernel", async () => {
    const env = join(folder, "coloured");
    const packages = join(env, process.platform === "win32" ? "Lib" : "lib/python3.12", "site-packages");
    mkdirSync(join(packages, "pygments"), { recursive: true });
    const about = join(packages, "dtp_pygments-0.1.0.dist-info");
    const template = join(env, "share/jupyter/nbconvert/templates/dtp/index.html.j2");

    expect(await installKernel({ prefix: env, entry, extension: null })).toMatchObject({
      lexers: [packages],
    });
    expect(readFileSync(join(packages, "dtp_pygments.py"), "utf8")).toContain("class DtpLexer");
    expect(readFileSync(join(about, "entry_points.txt"), "utf8")).toBe(
      "[pygments.lexers]\ndtp = dtp_pygments:DtpLexer\n",
    );
    expect(readFileSync(join(about, "RECORD"), "utf8").split("\n")).toContain("dtp_pygments.py,,");
    expect(existsSync(template)).toBe(true);

    expect(uninstallKernel({ prefix: env })).toMatchObject({ ok: true, lexers: [packages] });
    expect([join(packages, "dtp_pygments.py"), about, template].filter((path) => existsSync(path))).toEqual(
      [],
    );
  });

  test("leaves a lexer alone that pip installed", async () => {
    const env = join(folder, "by-pip");
    const packages = join(env, process.platform === "win32" ? "Lib" : "lib/python3.12", "site-packages");
    const about = join(packages, "dtp_pygments-0.1.0.dist-info");
    for (const path of [join(packages, "pygments"), about]) mkdirSync(path, { recursive: true });
    writeFileSync(join(about, "INSTALLER"), "pip\n");
    writeFileSync(join(packages, "dtp_pygments.py"), "# theirs");
    expect(await installKernel({ prefix: env, entry, extension: null })).toMatchObject({ lexers: [] });
    expect(uninstallKernel({ prefix: env })).toMatchObject({ ok: true, lexers: [] });
    expect(readFileSync(join(packages, "dtp_pygments.py"), "utf8")).toBe("# theirs");
  });

  test("of a user, finds the user's Pythons and the environment that is active", () => {
    const home = join(folder, "home");
    const env = join(folder, "active");
    const folders = [
      join(home, ".local/lib/python3.11/site-packages"),
      join(env, "lib/python3.12/site-packages"),
    ];
    for (const path of folders) mkdirSync(join(path, "pygments"), { recursive: true });
    mkdirSync(join(home, ".local/lib/python3.10/site-packages"), { recursive: true });
    const machine: Machine = { platform: "linux", env: { VIRTUAL_ENV: env }, home };
    expect(sitePackages({ kind: "user" }, machine)).toEqual(folders);
  });

  test("leaves an extension of that name alone that is not ours", async () => {
    const extension = join(prefix, "share/jupyter/labextensions/dtplan");
    mkdirSync(extension, { recursive: true });
    writeFileSync(join(extension, "package.json"), JSON.stringify({ name: "another" }));
    await installKernel({ prefix, entry, extension: null });
    expect(uninstallKernel({ prefix })).toMatchObject({ ok: true, extension: null });
    expect(existsSync(extension)).toBe(true);
    rmSync(extension, { recursive: true });
  });

  test("says when an installed kernel's files are gone", async () => {
    const gone = join(folder, "gone.js");
    writeFileSync(gone, "");
    await installKernel({ prefix, entry: gone, name: "old", extension: null });
    rmSync(gone);
    expect(listKernels({ prefix })).toMatchObject([{ name: "old", works: false }]);
  });

  test("lists the kernel of Python's wheel, which Jupyter's own Python starts", async () => {
    const kernels = join(prefix, "share/jupyter/kernels/wheel");
    mkdirSync(kernels, { recursive: true });
    const argv = ["python", "-m", "dtp.kernel", "kernel.cjs", "-f", "{connection_file}"];
    writeFileSync(join(kernels, "kernel.json"), JSON.stringify({ argv, language: "dtp" }));
    expect(listKernels({ prefix }).find(({ name }) => name === "wheel")).toMatchObject({ works: true });
    rmSync(kernels, { recursive: true });
  });

  test("refuses a name that Jupyter would not find, and leaves other kernels alone", async () => {
    expect(await installKernel({ prefix, entry, name: "../dtp" })).toMatchObject({ ok: false });
    const other = join(prefix, "share/jupyter/kernels/python3");
    mkdirSync(other, { recursive: true });
    writeFileSync(join(other, "kernel.json"), JSON.stringify({ language: "python", argv: ["python"] }));
    expect(await installKernel({ prefix, entry, name: "python3" })).toMatchObject({ ok: false });
    expect(uninstallKernel({ prefix, name: "python3" })).toMatchObject({ ok: false });
    expect(existsSync(join(other, "kernel.json"))).toBe(true);
  });
});
