import type { Cause } from "./cause.ts";
import { logCauses } from "./logCauses.ts";
import { traceCauses } from "./traceCauses.ts";

/** Catalogue of causes by which a run differs from its prediction. */
export const causes: readonly Cause[] = [...logCauses, ...traceCauses];
