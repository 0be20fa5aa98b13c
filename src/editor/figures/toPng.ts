/** Pixels of a PNG for one of the picture. */
const SCALE = 2;

/** Picture as PNG, at twice its size. */
export async function toPng(svg: string): Promise<Blob> {
  const url = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    const canvas = document.createElement("canvas");
    canvas.width = image.naturalWidth * SCALE;
    canvas.height = image.naturalHeight * SCALE;
    const context = canvas.getContext("2d");
    context?.scale(SCALE, SCALE);
    context?.drawImage(image, 0, 0);
    return await new Promise((resolve, reject) => {
      canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("no picture"))));
    });
  } finally {
    URL.revokeObjectURL(url);
  }
}
