export function buildWeb(root: string, outdir: string): Promise<void>;
