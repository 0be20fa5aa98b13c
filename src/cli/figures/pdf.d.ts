/** Types of the part of pdfkit that dtp uses. */
declare module "pdfkit" {
  export default class PdfDocument {
    constructor(options: {
      readonly size: readonly [number, number];
      readonly margin: number;
      readonly info: Readonly<Record<string, string | Date>>;
    });
    on(event: "data", listener: (chunk: Uint8Array) => void): this;
    on(event: "end", listener: () => void): this;
    registerFont(name: string, font: Uint8Array): this;
    end(): void;
  }
}
declare module "svg-to-pdfkit" {
  import type PdfDocument from "pdfkit";
  export default function svgToPdf(
    document: PdfDocument,
    svg: string,
    x: number,
    y: number,
    options: { readonly width: number; readonly height: number; fontCallback(): string },
  ): void;
}
