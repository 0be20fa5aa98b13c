import { createHash } from "node:crypto";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** Policy of a page whose inline scripts are known: they run by their hashes, beside the site's own files. */
export function ownScripts(html) {
  const inline = [...html.matchAll(/<script(?![^>]*\bsrc=)[^>]*>([\s\S]*?)<\/script>/g)].map(
    ([, text]) => text,
  );
  const hashes = inline.map((text) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`);
  return [
    "default-src 'self'",
    `script-src 'self' ${[...new Set(hashes)].join(" ")}`.trim(),
    "worker-src 'self' blob:",
    "connect-src 'self' blob:",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self' data:",
    "object-src 'none'",
    "base-uri 'self'",
    "form-action 'none'",
  ].join("; ");
}

/** Policy of JupyterLab's pages, which compile code from texts: no other host for anything. */
export const ownHost = () =>
  "default-src 'self' 'unsafe-inline' 'unsafe-eval' data: blob:; object-src 'none'; base-uri 'self'";

/**
 * Gives every page below a folder a content security policy. A page that has one keeps it.
 *
 * @param policyOf policy of a page by its HTML
 * @returns the number of pages
 */
export async function addPolicy(folder, policyOf) {
  const pages = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith(".html"));
  for (const name of pages) {
    const path = join(folder, name);
    const html = await readFile(path, "utf8");
    if (html.includes("Content-Security-Policy")) continue;
    // It must come before the scripts that it is about.
    const tag = `<meta http-equiv="Content-Security-Policy" content="${policyOf(html)}">`;
    await writeFile(
      path,
      html.replace(/<head[^>]*>/, (head) => `${head}\n${tag}`),
    );
  }
  return pages.length;
}
