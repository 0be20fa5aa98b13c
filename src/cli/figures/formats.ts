import { figureFont, packed } from "../../host/index.ts";

/**
 * Font of PNG and PDF files: Liberation Sans, whose widths figures are laid out with. With a font of our own,
 * files do not depend on the machine's fonts (fonts/OFL.txt).
 */
const FONT = { family: "DTP Sans", ...figureFont };

/** Function that converts a figure's SVG to the text or bytes of a file. Equal figures give equal files. */
type Write = (svg: string, about: About) => Promise<string | Uint8Array>;
interface About {
  readonly title: string;
  readonly caption: string;
}

/**
 * File formats of `--format`, by name. Each loads its library when it is used. A runner in one file has no PNG, which is drawn by
 * compiled code.
 */
export const formats: Readonly<Record<string, Write>> = {
  svg: (svg) => Promise.resolve(`${svg}\n`),
  ...(packed ? {} : { png: toPng }),
  pdf: toPdf,
};

/**
 * Resolution of PNG files, in image pixels per px: sharp in a two-column paper and on a high-density screen.
 */
const PIXELS = 3;

async function toPng(svg: string): Promise<Uint8Array> {
  const { Resvg } = await import("@resvg/resvg-js");
  const font = {
    fontFiles: [FONT.path],
    // Text in another script needs the machine's fonts.
    loadSystemFonts: hasOtherScript(svg),
    defaultFontFamily: FONT.family,
    sansSerifFamily: FONT.family,
  };
  return new Resvg(inOwnFont(svg), { font, fitTo: { mode: "zoom", value: PIXELS } }).render().asPng();
}

/** PDF points per px: a px is 1/96 inch, a point 1/72. */
const POINTS = 72 / 96;

async function toPdf(svg: string, { title, caption }: About): Promise<Uint8Array> {
  const [{ default: PdfDocument }, { default: svgToPdf }] = await Promise.all([
    import("pdfkit"),
    import("svg-to-pdfkit"),
  ]);
  const [width = 0, height = 0] = ["width", "height"].map((name) =>
    Number(new RegExp(` ${name}="([\\d.]+)"`).exec(svg)?.[1]),
  );
  const size: [number, number] = [width * POINTS, height * POINTS];
  const document = new PdfDocument({
    size,
    margin: 0,
    // No time stamp: the same figure gives the same file.
    info: { Title: title, Subject: caption, Creator: "dtp", Producer: "dtp", CreationDate: new Date(0) },
  });
  const chunks: Uint8Array[] = [];
  document.on("data", (chunk) => chunks.push(chunk));
  const ended = new Promise<void>((resolve) => document.on("end", resolve));
  document.registerFont(FONT.family, FONT.bytes());
  svgToPdf(document, inOwnFont(svg), 0, 0, {
    width: size[0],
    height: size[1],
    fontCallback: () => FONT.family,
  });
  document.end();
  await ended;
  return Buffer.concat(chunks);
}

function inOwnFont(svg: string): string {
  return svg.replace(/font-family="[^"]*"/, `font-family="${FONT.family}"`);
}

/** True where an SVG's text has letters that the font lacks: neither Latin, Greek nor Cyrillic. */
function hasOtherScript(svg: string): boolean {
  return /(?![\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}])\p{Letter}/u.test(svg);
}
