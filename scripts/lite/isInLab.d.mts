/** @param path from `notebooks/` */
export function isInLab(path: string): boolean;
