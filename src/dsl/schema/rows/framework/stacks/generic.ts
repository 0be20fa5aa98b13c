import { framework } from "../stack.ts";

export const generic = framework(
  "generic",
  "No stack in particular: fused kernels launched one by one, gradients reduced beside the backward pass.",
  "2025",
  {},
);
