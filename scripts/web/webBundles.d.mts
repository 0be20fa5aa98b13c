export function buildWeb(root: string, outdir: string): Promise<void>;
export function buildPage(root: string, outdir: string): Promise<void>;
export function buildLanguageWorker(root: string, outdir: string): Promise<void>;
export function minified(text: string): Promise<string>;
