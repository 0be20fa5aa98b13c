/**
 * Files of the package inside a bundle that is one file, such as the runner that `dtp lock` writes.
 */
export interface Packed {
  /** Absolute path of the bundle. */
  readonly file: string;
  /** Text of a file by its path in the package (`std/models.dtp`), or null. */
  text(path: string): string | null;
  /** Bytes of a file that is no text (`fonts/DTPSans.ttf`), or null. */
  bytes(path: string): Uint8Array | null;
  /** Paths of all files. */
  readonly paths: readonly string[];
}

/** Given by the runner's first lines (`cli/lock/runnerFile.ts`); undefined in all other bundles and in the source tree. */
declare const DTP_PACKED: Packed | undefined;

/** Files of a bundle that is one file; null where the package's files lie in folders. */
export const packed: Packed | null = typeof DTP_PACKED === "object" ? DTP_PACKED : null;
