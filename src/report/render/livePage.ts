/** Program of a page whose controls answer: everything that a run in the page's worker needs. Plain data. */
export interface LiveProgram {
  readonly text: string;
  /** Path from the top folder of `files`. */
  readonly name: string;
  /** Overrides of the run that the page shows (`--set`). */
  readonly overrides: readonly string[];
  /** Texts that the program imports, itself among them, by their paths from the top folder. */
  readonly files: Readonly<Record<string, string>>;
  /** Form of the page: `slides` has the outputs of a lesson as cards of its slides. By default a report. */
  readonly form?: "slides";
  /** True where an editor that shows the page sends the program, with every edit: `PROGRAM_MESSAGE`. */
  readonly follows?: boolean;
}

/** Kind of the message by which an editor sends a page its program, and of the page's own when it can take one. */
export const PROGRAM_MESSAGE = "dtp-program";
export const READY_MESSAGE = "dtp-ready";

/** Parts that a page embeds so that its controls answer. */
export interface LivePage {
  readonly program: LiveProgram;
  /** Script of the worker that runs the language. */
  readonly worker: string;
  /** Scripts of parts that the worker loads late, by name. */
  readonly parts: Readonly<Record<string, string>>;
}

/** Identifiers of the elements of a page that its script reads. */
export const PAGE_IDS = {
  main: "dtp-main",
  program: "dtp-program",
  worker: "dtp-worker",
  part: "dtp-part-",
} as const;

/** Event on the page's document after which its figures are drawn again from their specifications. */
export const REDRAW = "dtp-redraw";

/** Global of a page with the buttons that its script adds to the toolbars of figures. */
export const FIGURE_BUTTONS = "dtpFigureButtons";
