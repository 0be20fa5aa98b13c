/** How far a long loop is; `total` is 0 while a search counts its plans, `best` is what a search has found so far, in words. */
export type Progress = (done: number, total: number, label: string, best?: string) => void;
