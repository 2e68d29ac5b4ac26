import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  acceptsFile,
  base64Length,
  isDataUrl,
  isOfEncoding,
  isOfMediaType,
  mostBytes,
  parseDataUrl,
  typeOfFile,
} from 'precandidate-contract';

const SHORT = 'SG9sYQ==';

test('reads the media type, its parameters, the name, and the size of a file', () => {
  const url = `data:Text/Plain;charset=utf-8;name=hoja%20de%20vida.txt;base64,${SHORT}`;
  assert.deepEqual(parseDataUrl(url), {
    mediaType: 'text/plain',
    parameters: ['charset=utf-8'],
    name: 'hoja de vida.txt',
    bytes: 4,
  });
});

for (const [text, isFile] of [
  [`data:text/plain;base64,${SHORT}`, true],
  [`data:text/plain;charset="utf-8";base64,${SHORT}`, true],
  [`data:text/plain; charset=utf-8;base64,${SHORT}`, true],
  [`data:application/x_custom+type;name=a.b;base64,${SHORT}`, true],
  [`data:application/vnd.ms-excel.sheet.macroEnabled.12;base64,${SHORT}`, true],
  [`DATA:IMAGE/PNG;NAME=a.png;BASE64,${SHORT}`, true],
  [`data:;name=a.txt;base64,${SHORT}`, true],
  [`data:;base64,${SHORT}`, true],
  [`data:application/pdf;name=100%.pdf;base64,${SHORT}`, true],
  ['data:text/plain;name=empty.txt;base64,', false],
  ['data:text/plain,Hola', false],
  ['data:text/plain;base64', false],
  ['data:text/plain;base64,a', false],
  ['data:text/plain;base64,%%%%', false],
  ['data:lost;name=cv.pdf,', false],
  ['cv.pdf', false],
  ['', false],
] as const)
  test(`${text || 'no text'} is ${isFile ? 'a' : 'no'} file`, () => {
    assert.equal(isDataUrl(text), isFile);
  });

test('counts bytes, not characters', () => {
  for (let bytes = 1; bytes < 50; bytes += 1) {
    const base64 = Buffer.alloc(bytes, 'x').toString('base64');
    assert.equal(parseDataUrl(`data:a/b;base64,${base64}`)?.bytes, bytes);
    assert.equal(base64.length, base64Length(bytes));
    assert.equal(mostBytes(base64.length) >= bytes, true);
    assert.equal(mostBytes(base64.length - 1) < bytes, true);
  }
});

for (const [accepted, mediaType, name, isAccepted] of [
  ['application/pdf', 'application/pdf', 'cv.pdf', true],
  ['application/pdf', '', 'CV.PDF', true],
  ['application/pdf', 'application/octet-stream', 'cv.pdf', true],
  ['application/pdf', 'application/x-msdownload', 'cv.exe', false],
  ['application/pdf', 'application/octet-stream', 'cv.exe', false],
  ['application/pdf', '', 'cv.exe', false],
  ['application/pdf', '', '', false],
  ['application/pdf', 'application/x-msdownload', 'cv.pdf', false],
  ['image/jpeg', 'image/heic', 'photo.heic', false],
  ['image/jpeg', 'image/heic', 'photo.jpg', false],
  ['image/jpeg', 'image/jpg', 'photo.jpg', true],
  ['image/jpg', 'image/jpeg', 'photo.jpeg', true],
  ['image/*', 'image/heic', 'photo.heic', true],
  ['image/*', 'application/pdf', 'photo.pdf', false],
  ['image/jpeg, image/png', 'image/png', '', true],
  ['.pdf,.docx', 'application/zip', 'cv.docx', true],
  ['text/csv', 'application/vnd.ms-excel', 'a.csv', true],
  ['text/plain', 'text/plain;charset=utf-8', 'a.txt', true],
  ['text/plain;charset=utf-8', 'text/plain', 'a.txt', true],
  ['TEXT/PLAIN', 'text/plain', '', true],
  ['application/x_custom', 'application/x_custom', 'a', true],
  ['image/heif', 'image/heic', 'a.heic', true],
  ['*/*', '', 'cv.exe', true],
  ['application/octet-stream', 'text/plain', 'a.txt', true],
  [undefined, '', 'cv.exe', true],
] as const)
  test(`${accepted ?? 'any type'} ${isAccepted ? 'accepts' : 'refuses'} ${mediaType || 'no type'} ${name}`, () => {
    assert.equal(acceptsFile(accepted, { mediaType, name }), isAccepted);
  });

test('a type that says little follows from the extension', () => {
  assert.equal(typeOfFile({ mediaType: '', name: 'a.JPEG' }), 'image/jpeg');
  assert.equal(typeOfFile({ mediaType: 'application/x_own', name: 'a.pdf' }), 'application/x_own');
  assert.equal(typeOfFile({ mediaType: '', name: 'README' }), '');
});

test('only the media type of a data URL is judged, and only base64 without one', () => {
  const pdf = { format: 'data-url', contentMediaType: 'application/pdf' };
  assert.ok(isOfMediaType(`data:application/pdf;name=a.pdf;base64,${SHORT}`, pdf));
  assert.ok(!isOfMediaType(`data:application/x-msdownload;name=a.exe;base64,${SHORT}`, pdf));
  assert.ok(isOfMediaType(SHORT, { contentEncoding: 'base64', contentMediaType: 'image/png' }));
  assert.ok(isOfMediaType('{}', { contentMediaType: 'application/json' }));
  assert.ok(isOfEncoding(SHORT, { contentEncoding: 'base64' }));
  assert.ok(!isOfEncoding('', { contentEncoding: 'base64' }));
  assert.ok(!isOfEncoding('ñ', { contentEncoding: 'base64' }));
  assert.ok(isOfEncoding('=41', { contentEncoding: 'quoted-printable' }));
});
