// Pictures that a candidate chooses. No URLs of blobs and no workers: a strict content security policy
// allows neither.

/** Text on a photographed document is still readable at this length of the longer side, in pixels. */
const SHORTEST_SIDE = 900;
/** More pixels help nobody who reads a document. */
const LONGEST_SIDE = 2_560;
const QUALITIES = [0.85, 0.7, 0.55] as const;
/** Leaves some room, because the size of a file does not follow its pixels exactly. */
const SAFETY = 0.93;

/**
 * A picture as a file of another type, and small enough; turned as its camera says.
 *
 * @param mediaType - `image/jpeg`, `image/webp`, or `image/png`
 * @param maxBytes - `Infinity`: as it is, but for its type
 * @returns `undecodable` if the browser cannot open the picture or write the type · `tooLarge` if it would
 *   not be readable any more
 * @throws DOMException `NotFoundError`, `NotReadableError` if the file is not there any more
 */
export async function scaleImage(
  file: Blob,
  mediaType: string,
  maxBytes: number,
): Promise<Blob | 'undecodable' | 'tooLarge'> {
  const bitmap = await decode(file);
  if (bitmap === undefined) return 'undecodable';
  try {
    let side = Math.min(Math.max(bitmap.width, bitmap.height), LONGEST_SIDE);
    const shortest = Math.min(side, SHORTEST_SIDE);
    for (;;) {
      const canvas = canvasOf(bitmap, side);
      let smallest = Infinity;
      for (const quality of QUALITIES) {
        const made = await encode(canvas, mediaType, quality);
        if (made === undefined) return 'undecodable';
        if (made.size <= maxBytes) return made;
        smallest = made.size;
        // Without loss, the quality changes nothing.
        if (mediaType === 'image/png') break;
      }
      if (side <= shortest) return 'tooLarge';
      const factor = Math.min(0.9, Math.sqrt(maxBytes / smallest) * SAFETY);
      side = Math.max(shortest, Math.floor(side * factor));
    }
  } finally {
    bitmap.close();
  }
}

/**
 * Renders the middle of a picture into a canvas of any size, as `object-fit: cover` does.
 *
 * @param picture - a file, or its `data:` URL
 * @returns whether the browser could open it
 */
export async function renderThumbnail(
  canvas: HTMLCanvasElement,
  picture: Blob | string,
): Promise<boolean> {
  const blob = typeof picture === 'string' ? blobOf(picture) : picture;
  const bitmap = blob && (await decode(blob).catch(() => undefined));
  const context = bitmap && canvas.getContext('2d');
  if (!bitmap || !context) return false;
  const scale = Math.max(canvas.width / bitmap.width, canvas.height / bitmap.height);
  const [width, height] = [bitmap.width * scale, bitmap.height * scale];
  context.imageSmoothingQuality = 'high';
  context.clearRect(0, 0, canvas.width, canvas.height);
  context.drawImage(
    bitmap,
    (canvas.width - width) / 2,
    (canvas.height - height) / 2,
    width,
    height,
  );
  bitmap.close();
  return true;
}

/** `undefined` if the browser cannot open it, such as HEIC in most of them. */
async function decode(file: Blob): Promise<ImageBitmap | undefined> {
  // First: a file that is gone is no picture that cannot be opened.
  await file.slice(0, 1).arrayBuffer();
  try {
    return await createImageBitmap(file, { imageOrientation: 'from-image' });
  } catch {
    return undefined;
  }
}

function canvasOf(bitmap: ImageBitmap, side: number): HTMLCanvasElement {
  const scale = side / Math.max(bitmap.width, bitmap.height);
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(bitmap.width * scale));
  canvas.height = Math.max(1, Math.round(bitmap.height * scale));
  const context = canvas.getContext('2d');
  if (context) {
    // A JPG has no transparency: it would turn black.
    context.fillStyle = '#fff';
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.imageSmoothingQuality = 'high';
    context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  }
  return canvas;
}

async function encode(
  canvas: HTMLCanvasElement,
  mediaType: string,
  quality: number,
): Promise<Blob | undefined> {
  const made = await new Promise<Blob | null>((resolve) =>
    canvas.toBlob(resolve, mediaType, quality),
  );
  // A browser that cannot write a type writes PNG.
  return made?.type === mediaType ? made : undefined;
}

function blobOf(dataUrl: string): Blob | undefined {
  const [head = '', base64 = ''] = dataUrl.split(',', 2);
  const [, type = ''] = /^data:([^;,]*)/.exec(head) ?? [];
  try {
    const bytes = Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0));
    return new Blob([bytes], { type });
  } catch {
    return undefined;
  }
}
