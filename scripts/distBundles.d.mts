export function buildDist(root: string, fresh: string): Promise<void>;
