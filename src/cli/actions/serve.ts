/** Command `dtp serve`: answers the requests of a program in another language, until standard input ends. */
export async function serve(): Promise<number> {
  const { serveStdio } = await import("../serve/serveStdio.ts");
  await serveStdio();
  return 0;
}
