/**
 * Width of a picture in a notebook's output, px: most of the width of a page that nbconvert makes. Figures are designed for 700 px,
 * and nbconvert shows a picture at its own size.
 */
const PAGE_WIDTH = 980;

/** Picture of a figure for a notebook's output, enlarged as a whole. Where a page limits pictures to its width, it still shrinks. */
export function pagePicture(svg: string): string {
  return svg.replace(/ width="([\d.]+)" height="([\d.]+)"/, (_, width: string, height: string) => {
    const scale = PAGE_WIDTH / Number(width);
    return ` width="${PAGE_WIDTH}" height="${Math.round(scale * Number(height))}"`;
  });
}
