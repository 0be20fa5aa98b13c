import { make } from "../make.ts";

/** Class of the copy of a figure that is printed, and of nothing else on the page. */
const PRINTED = "dtp-printed";

/**
 * Opens the browser's dialog to print with one figure alone, on a sheet of the figure's size: "Save as PDF" there makes a file
 * whose lines and letters stay sharp. A page has no other way to a PDF without a library of half a megabyte. The copy is an
 * image, which runs no script, whatever the SVG contains.
 */
export async function printFigure(svg: string): Promise<void> {
  const image = make("img", { alt: "" });
  const url = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  image.src = url;
  await image.decode();
  const [width, height] = [image.naturalWidth, image.naturalHeight];
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`
    .${PRINTED} { display: none; }
    @page { size: ${width}px ${height}px; margin: 0; }
    @media print {
      body > :not(.${PRINTED}) { display: none !important; }
      html, body { margin: 0 !important; padding: 0 !important; background: none !important; }
      .${PRINTED} { display: block; width: ${width}px; height: ${height - 1}px; overflow: hidden; }
    }`);
  const copy = make("div", { class: PRINTED }, image);
  document.body.append(copy);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  globalThis.addEventListener(
    "afterprint",
    () => {
      copy.remove();
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet);
      URL.revokeObjectURL(url);
    },
    { once: true },
  );
  globalThis.print();
}
