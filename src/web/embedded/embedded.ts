/** Version of the package. The build of the workers inserts it, like all of this file's constants. */
declare const DTP_VERSION: string | undefined;
/** Version of the shipped library. */
declare const DTP_STD_VERSION: string | undefined;
/** Texts of the shipped library by name, such as `models`, without its papers. */
declare const DTP_LIBRARY: Texts | undefined;
/** Names of the library's papers, such as `papers/gpt3_2020`. Their texts are a part of their own. */
declare const DTP_PAPERS: readonly string[] | undefined;

type Texts = Readonly<Record<string, string>>;

/** Texts of the package that a worker has, because a page has no files. */
export interface Embedded {
  readonly versions: { readonly engine: string; readonly std: string };
  /** Names of the library's files, such as `models`. */
  readonly libraryNames: readonly string[];
  /** Text of a library file; undefined where there is none. */
  library(name: string): string | undefined;
  /** Page of the documentation: `language`, or the code of a diagnostic. undefined where there is none. */
  page(name: string): string | undefined;
}

/**
 * Returns the texts that the build inserted; none where the source runs unbundled, as in tests. `load` loads a part that few
 * programs need: `papers`, `pages`.
 */
export function embedded(load: (part: "papers" | "pages") => unknown): Embedded {
  const shipped: Texts = typeof DTP_LIBRARY === "object" ? DTP_LIBRARY : {};
  const papers = typeof DTP_PAPERS === "object" ? DTP_PAPERS : [];
  const parts = new Map<string, Texts>();
  const part = (name: "papers" | "pages"): Texts => {
    const known = parts.get(name) ?? (load(name) as Texts);
    parts.set(name, known);
    return known;
  };
  const own = (texts: Texts, name: string): string | undefined =>
    Object.hasOwn(texts, name) ? texts[name] : undefined;
  return {
    versions: {
      engine: typeof DTP_VERSION === "string" ? DTP_VERSION : "?",
      std: typeof DTP_STD_VERSION === "string" ? DTP_STD_VERSION : "?",
    },
    libraryNames: [...Object.keys(shipped), ...papers],
    library: (name) => own(papers.includes(name) ? part("papers") : shipped, name),
    page: (name) => own(part("pages"), name),
  };
}
