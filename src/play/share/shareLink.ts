import type { Project } from "../state/project.ts";
import { MOST_TEXT, readProject, type UnreadProject } from "../state/readProject.ts";
import { fromBase64url, toBase64url } from "./base64url.ts";
import { deflate, inflate } from "./deflate.ts";

/**
 * Version of the links that this playground writes. Links of version 1 are read for ever: test/play/share has some that were
 * written once. Keys that a reader does not know are ignored, so an option can be added without a new version.
 */
const VERSION = 1;

/** Content of a link of version 1, as JSON. */
interface Content {
  /** Names and texts of the files. */
  readonly f: readonly (readonly [string, string])[];
  /** Program whose results are shown; by default the first. */
  readonly m?: string;
  /** File in the editor; by default the program. */
  readonly o?: string;
  /** Chosen values by path. */
  readonly c?: Readonly<Record<string, string>>;
}

/** Fragment of an address that carries a project: `#1=` and the project's JSON, deflated, in base64url. */
export async function toFragment({ files, main, open, choices }: Project): Promise<string> {
  const content: Content = {
    f: files.map(({ name, text }) => [name, text] as const),
    ...(main === files[0]?.name ? {} : { m: main }),
    ...(open === main ? {} : { o: open }),
    ...(Object.keys(choices).length === 0 ? {} : { c: choices }),
  };
  return `#${VERSION}=${toBase64url(await deflate(JSON.stringify(content)))}`;
}

/** Project of a fragment, or the reason why it cannot be read. null for a fragment that is no link of the playground. */
export async function fromFragment(
  fragment: string,
): Promise<{ readonly project: Project } | { readonly problem: string } | null> {
  const [, version, code = ""] = /^#(\d+)=(.*)$/s.exec(fragment) ?? [];
  if (version === undefined) return null;
  if (Number(version) !== VERSION)
    return {
      problem: `This link has version ${Number(version)} of the format, and this playground reads version ${VERSION}: load the page again for a newer one.`,
    };
  const damaged = { problem: "This link is damaged or cut off: ask for it again." };
  try {
    // Escapes and one byte order mark need more bytes than the text has letters.
    const found: unknown = JSON.parse(await inflate(fromBase64url(code), 4 * MOST_TEXT));
    if (typeof found !== "object" || found === null) return damaged;
    const { f, m, o, c } = found as { readonly [Key in keyof Content]?: unknown };
    const parts: UnreadProject = { files: f, main: m, open: o, choices: c };
    const project = readProject(parts);
    return project ? { project } : damaged;
  } catch {
    return damaged;
  }
}
