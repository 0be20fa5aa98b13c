export function buildKernel(
  root: string,
  outdir: string,
  version: string,
  replaced?: Readonly<Record<string, string>>,
): Promise<void>;
