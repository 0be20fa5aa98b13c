import { LOGO_SVG } from "./logo.ts";

/** Sizes of the bitmap logos in px, as Jupyter names them, for front ends without SVG. */
const SIZES = [32, 64];

/**
 * Content of the logo files by the names that Jupyter expects. Only the SVG where no program for bitmaps is
 * available.
 */
export async function logoFiles(): Promise<ReadonlyMap<string, string | Uint8Array>> {
  const files = new Map<string, string | Uint8Array>([["logo-svg.svg", LOGO_SVG]]);
  try {
    const { Resvg } = await import("@resvg/resvg-js");
    for (const size of SIZES) {
      const drawn = new Resvg(LOGO_SVG, { fitTo: { mode: "width", value: size } }).render();
      files.set(`logo-${size}x${size}.png`, drawn.asPng());
    }
  } catch {
    // The package has no binary for this platform, so the kernel has no bitmap logos.
  }
  return files;
}
