import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { templatesFolder } from "../../host/index.ts";
import type { Arguments } from "../io/arguments.ts";
import type { Io } from "../io/io.ts";

/** Command `dtp probe`: prints the Python script that measures a machine. */
export async function printProbe(_args: Arguments, io: Io): Promise<number> {
  io.out(await readFile(join(templatesFolder, "probe/probe.py"), "utf8"));
  return 0;
}
