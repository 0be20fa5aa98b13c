/** Largest size of a log that is read, in bytes. */
export const MAX_LOG_BYTES = 64_000_000;

/** True for an imported file that is the log of a run, by its ending. A JSON file may be one too: its keys decide. */
export const isMeasuredFile = (specifier: string): boolean => /\.(log|out|err|txt)$/i.test(specifier);
