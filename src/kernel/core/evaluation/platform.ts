/** Services of the process or page that a kernel runs in. Its answers use nothing else of their surroundings. */
export interface Platform {
  /** Returns an identifier that no other display of any kernel has. */
  newId(): string;
  /**
   * Runs `work` and returns its value. null where the platform stopped it from outside; a platform that cannot do so
   * relies on `Evaluation.interrupted`, which long loops poll.
   */
  interruptible<T>(work: () => T): { readonly value: T } | null;
  /**
   * Runs `work` once after a pause in ms, while no request runs; requests that come meanwhile wait for it. The returned function
   * calls it off. Absent where no file changes while a notebook is open: in a page.
   */
  readonly later?: (milliseconds: number, work: () => Promise<void>) => () => void;
  /** Reference page of the language, in Markdown. */
  languagePage(): Promise<string>;
  /** Documentation page of a diagnostic, in Markdown. `code` is one of the catalogue. */
  errorPage(code: string): Promise<string>;
}
