import { expect, test } from "vitest";
import { studentQuantile } from "../../src/uncertainty/student.ts";

// Printed tables of Student's t: 90% and 95%, one-sided.
test.each([
  [0.9, 1, 3.078],
  [0.9, 3, 1.638],
  [0.9, 7, 1.415],
  [0.95, 2, 2.92],
  [0.95, 10, 1.812],
  [0.75, 4, 0.741],
  [0.9, 1_000, 1.282],
])("at %d with %d degrees of freedom: %d", (share, freedom, quantile) =>
  expect(studentQuantile(share, freedom)).toBeCloseTo(quantile, 3),
);
