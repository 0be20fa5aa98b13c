/**
 * A cell as a number: `1,024`, `8 (a remark)`, `64 GPUs`, `70.1 GiB`, `52 %`, `~8`, and `4K` for 4,096. undefined where it is none or
 * infinite, holds a second number (`2 pods x 3072`, `192qk/128v`) or counts millions (`4M tokens`).
 */
export function numberOf(cell: string | undefined): number | undefined {
  const bare = cell?.replace(/\s*\(.*\)$/, "").replace(/(?<=\d),(?=\d{3}(\D|$))/g, "");
  const [, digits, kilo] =
    /^[~≈<>≤≥=\s]*([-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?)(?: ?(k)\b)?(?!\s?[mbt]\b)[^\d]*$/i.exec(
      bare ?? "",
    ) ?? [];
  const value = Number(digits) * (kilo === undefined ? 1 : 1024);
  return Number.isFinite(value) ? value : undefined;
}

/** A cell as yes or no: `yes (SDPA)`, `true`, `1`, `FA2`, and `no (fused softmax)`, `none`, `off`. undefined where it does not say. */
export function truthOf(cell: string | undefined): boolean | undefined {
  if (cell === undefined || /^(not stated|unknown|unclear|n\/?a\b|\?|-$)/i.test(cell)) return undefined;
  return !/^(no|none|not|false|off|0|without|unfused|eager|naive)\b/i.test(cell);
}
