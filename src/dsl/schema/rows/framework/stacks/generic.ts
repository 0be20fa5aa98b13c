import { framework } from "../stack.ts";

export const generic = framework(
  "generic",
  "No particular framework: fused kernels launched one by one, gradient reduction overlapping the backward pass.",
  "2025",
  {},
);
