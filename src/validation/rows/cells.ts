/** Multipliers of units and letters after a number. */
type Scale = readonly (readonly [unit: RegExp, factor: number])[];

/**
 * * Multipliers of units by column; of several matching units the first counts. In columns not listed, `K` is
 * 1,024 (`4K` tokens of a sequence, `16K` devices).
 */
const scales: readonly (readonly [column: RegExp, Scale])[] = [
  [
    /iter_time_s/,
    [
      [/^m(illi)?s/i, 1e-3],
      [/^[uµμ]s/i, 1e-6],
      [/^min/i, 60],
      [/^h(ours?|rs?)?\b/i, 3600],
    ],
  ],
  [
    /mem_gb$/,
    [
      [/^mi?b\b/i, 1 / 1024],
      [/^ti?b\b/i, 1024],
    ],
  ],
  [
    /tflops/,
    [
      [/^p(eta)?f/i, 1e3],
      [/^g(iga)?f/i, 1e-3],
    ],
  ],
  [
    /_per_s|^vocab$/,
    [
      [/^k/i, 1e3],
      [/^m/i, 1e6],
    ],
  ],
  [
    /^params_b$/,
    [
      [/^b/i, 1],
      [/^m/i, 1e-3],
      [/^t/i, 1e3],
    ],
  ],
];
const binary: Scale = [[/^k\b/i, 1024]];

/**
 * Number in a cell, in its column's unit: `1,024`, `8 (a remark)`, `64 GPUs`, `70.1 GiB`, `52 %`, `~8`, `250
 * ms` of seconds. `4K` is 4,096, except in rates and vocabularies. undefined without a finite number, with a
 * second number (`2 pods x 3072`, `192qk/128v`, `1:30:00`), or for counts in millions (`4M tokens`).
 */
export function numberOf(cell: string | undefined, column = ""): number | undefined {
  const bare = cell?.replace(/\s*\(.*\)$/, "").replace(/(?<=\d),(?=\d{3}(\D|$))/g, "");
  const [, digits, unit = ""] =
    /^[~≈<>≤≥=\s]*([-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?)\s*([^\d]*)$/i.exec(bare ?? "") ?? [];
  const scale = scales.find(([columns]) => columns.test(column.toLowerCase()))?.[1] ?? binary;
  const factor = scale.find(([pattern]) => pattern.test(unit))?.[1];
  if (factor === undefined && /^[kmbt]\b/i.test(unit)) return undefined;
  const value = Number(digits) * (factor ?? 1);
  return Number.isFinite(value) ? value : undefined;
}

/**
 * Truth value of a cell: `yes (SDPA)`, `true`, `1`, `FA2`, or `no (fused softmax)`, `none`, `off`. undefined
 * where the cell does not say.
 */
export function truthOf(cell: string | undefined): boolean | undefined {
  if (cell === undefined || /^(not stated|unknown|unclear|n\/?a\b|\?|-$)/i.test(cell)) return undefined;
  return !/^(no|none|not|false|off|0|without|unfused|eager|naive)\b/i.test(cell);
}
