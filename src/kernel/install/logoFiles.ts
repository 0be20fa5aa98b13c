import { LOGO_SVG } from "./logo.ts";

/** px, as Jupyter names them: for front ends that show no SVG. */
const SIZES = [32, 64];

/** The kernel's pictures by the names that Jupyter looks for; where nothing here can draw them, the SVG alone. */
export async function logoFiles(): Promise<ReadonlyMap<string, string | Uint8Array>> {
  const files = new Map<string, string | Uint8Array>([["logo-svg.svg", LOGO_SVG]]);
  try {
    const { Resvg } = await import("@resvg/resvg-js");
    for (const size of SIZES) {
      const drawn = new Resvg(LOGO_SVG, { fitTo: { mode: "width", value: size } }).render();
      files.set(`logo-${size}x${size}.png`, drawn.asPng());
    }
  } catch {
    // no binary for this platform: a kernel without these pictures is a kernel
  }
  return files;
}
