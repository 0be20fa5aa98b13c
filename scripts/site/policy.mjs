import { createHash } from "node:crypto";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

/**
 * Gives every page of a built site a content security policy: scripts of the site's own files and the page's own inline scripts by
 * their hashes, no other host for anything.
 */
export async function addPolicy(folder) {
  const pages = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith(".html"));
  for (const name of pages) {
    const path = join(folder, name);
    const html = await readFile(path, "utf8");
    if (html.includes("Content-Security-Policy")) continue;
    const inline = [...html.matchAll(/<script(?![^>]*\bsrc=)[^>]*>([\s\S]*?)<\/script>/g)].map(
      ([, text]) => text,
    );
    const hashes = inline.map((text) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`);
    const policy = [
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
    // It must come before the scripts that it is about.
    await writeFile(
      path,
      html.replace("<head>", `<head>\n<meta http-equiv="Content-Security-Policy" content="${policy}">`),
    );
  }
  return pages.length;
}
