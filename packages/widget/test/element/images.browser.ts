import { executeServerCommand } from '@web/test-runner-commands';
import { readFile } from '../../src/form/files/read-file.ts';
import * as images from '../../src/images/images.ts';
import { deepEqual, equal, ok } from './stage/assert.ts';

const WIDTH = 1_600;
const HEIGHT = 1_200;

/** A picture of noise, which compresses badly: red in its left half, blue in its right one. */
async function picture(type = 'image/jpeg'): Promise<Blob> {
  const canvas = document.createElement('canvas');
  canvas.width = WIDTH;
  canvas.height = HEIGHT;
  const context = canvas.getContext('2d')!;
  const pixels = context.createImageData(WIDTH, HEIGHT);
  for (let at = 0; at < pixels.data.length; at += 4) {
    const isLeft = (at / 4) % WIDTH < WIDTH / 2;
    const strong = 155 + Math.random() * 100;
    pixels.data.set([isLeft ? strong : 40, Math.random() * 60, isLeft ? 40 : strong, 255], at);
  }
  context.putImageData(pixels, 0, 0);
  return new Promise((resolve) => canvas.toBlob((blob) => resolve(blob!), type, 0.95));
}

/** The same JPEG, whose camera was held upright: shown, its left side is on top (EXIF orientation 6). */
async function turned(jpeg: Blob): Promise<Blob> {
  const marker = [0xff, 0xe1, 0, 34];
  const name = [0x45, 0x78, 0x69, 0x66, 0, 0];
  const bigEndian = [0x4d, 0x4d, 0, 42, 0, 0, 0, 8];
  const orientation = [0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0];
  const exif = [marker, name, bigEndian, orientation, [0, 0, 0, 0]].flat();
  const bytes = new Uint8Array(await jpeg.arrayBuffer());
  const all = [bytes.slice(0, 2), Uint8Array.from(exif), bytes.slice(2)];
  return new Blob(all, { type: 'image/jpeg' });
}

/** Whether the pixels at these places, in percent, are red. */
async function redAt(blob: Blob, places: readonly (readonly [number, number])[]) {
  const bitmap = await createImageBitmap(blob);
  const canvas = document.createElement('canvas');
  canvas.width = bitmap.width;
  canvas.height = bitmap.height;
  const context = canvas.getContext('2d')!;
  context.drawImage(bitmap, 0, 0);
  const reds = places.map(([x, y]) => {
    const at = [(x / 100) * bitmap.width, (y / 100) * bitmap.height] as const;
    const [red = 0, , blue = 0] = context.getImageData(at[0], at[1], 1, 1).data;
    return red > blue;
  });
  return { width: bitmap.width, height: bitmap.height, reds };
}

const TOP_AND_BOTTOM = [
  [10, 10],
  [90, 10],
  [10, 90],
  [90, 90],
] as const;

for (const maxBytes of [600_000, 250_000, 120_000])
  test(`a photo is scaled to ${maxBytes} bytes, as upright as it was taken`, async () => {
    const photo = await turned(await picture());
    ok(photo.size > maxBytes);
    const made = await images.scaleImage(photo, 'image/jpeg', maxBytes);
    ok(typeof made !== 'string', String(made));
    ok(made.size <= maxBytes);
    equal(made.type, 'image/jpeg');
    const { width, height, reds } = await redAt(made, TOP_AND_BOTTOM);
    ok(width < height, `${width} × ${height}`);
    ok(height >= 900, `${height}`);
    deepEqual(reds, [true, true, false, false]);
  });

test('a photo that would not be readable any more is too large', async () => {
  equal(await images.scaleImage(await picture(), 'image/jpeg', 2_000), 'tooLarge');
});

test('a picture of another type becomes one that is accepted, white where it was transparent', async () => {
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = 20;
  const png = await new Promise<Blob>((resolve) => canvas.toBlob((blob) => resolve(blob!)));
  const made = await images.scaleImage(png, 'image/jpeg', Infinity);
  ok(typeof made !== 'string');
  const bitmap = await createImageBitmap(made);
  const context = canvas.getContext('2d')!;
  context.drawImage(bitmap, 0, 0);
  deepEqual([...context.getImageData(9, 9, 1, 1).data], [255, 255, 255, 255]);
});

test('draws the middle of a picture into a canvas, from a file or its data URL', async () => {
  const photo = await turned(await picture());
  const read = await readFile(new File([photo], 'a.jpg'), { schema: { format: 'data-url' } });
  ok('url' in read);
  for (const source of [photo, read.url]) {
    const canvas = document.createElement('canvas');
    canvas.width = canvas.height = 48;
    equal(await images.renderThumbnail(canvas, source), true);
    const context = canvas.getContext('2d')!;
    const [red = 0, , blue = 0, alpha] = context.getImageData(24, 2, 1, 1).data;
    ok(red > blue);
    equal(alpha, 255);
    const bottom = context.getImageData(24, 45, 1, 1).data;
    ok((bottom[2] ?? 0) > (bottom[0] ?? 0));
  }
  const canvas = document.createElement('canvas');
  equal(await images.renderThumbnail(canvas, 'data:image/heic;base64,AAAA'), false);
  equal(await images.renderThumbnail(canvas, 'data:image/heic;base64,%'), false);
});

const loadImages = () => Promise.resolve(images);
const jpegOnly = { format: 'data-url', contentMediaType: 'image/jpeg', maxLength: 400_000 };

test('reads a photo that fits as it is, with its name', async () => {
  const small = new File([await picture()], 'mi foto.jpg', { type: 'image/jpeg' });
  const read = await readFile(small, { schema: { ...jpegOnly, maxLength: 9_000_000 } });
  ok('url' in read);
  ok(read.url.startsWith('data:image/jpeg;name=mi%20foto.jpg;base64,'));
});

test('reads a photo that is too large, or of another type, as one that fits', async () => {
  for (const type of ['image/jpeg', 'image/png', 'image/webp']) {
    const photo = new File([await picture(type)], `foto.${type.slice(6)}`, { type });
    const read = await readFile(photo, { schema: jpegOnly, loadImages });
    ok('url' in read, JSON.stringify(read));
    ok(read.url.length <= 400_000);
    ok(read.url.startsWith('data:image/jpeg;name=foto.jpg;base64,'), read.url.slice(0, 60));
  }
});

test('a type that the browser does not know follows from the extension', async () => {
  const pdf = { format: 'data-url', contentMediaType: 'application/pdf' };
  const read = await readFile(new File(['%PDF-'], 'CV.PDF'), { schema: pdf });
  deepEqual(read, { url: 'data:application/pdf;name=CV.PDF;base64,JVBERi0=' });
  const exe = await readFile(new File(['MZ'], 'cv.exe'), { schema: pdf });
  deepEqual(exe, { fault: { kind: 'wrongType', contentMediaType: 'application/pdf' } });
});

test('a name that does not fit is left out, rather than the file', async () => {
  const file = new File(['abc'], `${'n'.repeat(100)}.txt`, { type: 'text/plain' });
  const read = await readFile(file, { schema: { format: 'data-url', maxLength: 60 } });
  deepEqual(read, { url: 'data:text/plain;base64,YWJj' });
});

for (const [what, content, name, kind] of [
  ['an empty file', '', 'foto.jpg', 'empty'],
  ['a HEIC that the browser cannot open', 'ftypheic', 'foto.heic', 'undecodable'],
  ['a large JPG that is none', 'x'.repeat(400_000), 'foto.jpg', 'tooLarge'],
  ['a PDF where a JPG is asked for', '%PDF-', 'foto.pdf', 'wrongType'],
] as const)
  test(`${what} is refused as ${kind}`, async () => {
    const read = await readFile(new File([content], name), { schema: jpegOnly, loadImages });
    equal('fault' in read && read.fault.kind, kind);
  });

for (const name of ['foto.jpg', 'cv.pdf'])
  test(`${name} that was deleted after it was chosen is gone`, async () => {
    const input = document.createElement('input');
    input.type = 'file';
    input.id = 'vanishing';
    document.body.append(input);
    await executeServerCommand('choose-and-delete', { selector: '#vanishing', name });
    const [file] = input.files ?? [];
    ok(file);
    const schema = { format: 'data-url', maxLength: 100 };
    const read = await readFile(file, { schema: { format: 'data-url' }, loadImages });
    deepEqual(read, { fault: { kind: 'gone' } });
    const scaled = await readFile(file, { schema, loadImages });
    equal('fault' in scaled && scaled.fault.kind, 'gone');
    input.remove();
  });
