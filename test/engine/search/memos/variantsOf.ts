import type { Scenario } from "../../../../src/engine/scenario/scenario.ts";
import type { Flavour } from "./flavours.ts";
import { planFields, type Variant, variantsAround, variantsIn, variantsTogether } from "./variants.ts";

/** All variants of a scenario that differ from it in nothing but what varies. */
export const variantsOf = (base: Scenario, { varying }: Flavour): readonly Variant[] =>
  [
    ...planFields.flatMap((field) => variantsIn(base, field)),
    ...variantsTogether(base),
    ...variantsAround(base),
  ].filter(({ fields }) => fields.every((field) => varying.has(field)));
