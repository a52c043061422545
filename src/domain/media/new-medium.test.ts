import { readFileSync, readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { checkUpload, getEnding, listEndings, formatBytes, detectMedium } from './new-medium.ts';
import { drawingSizeLimit, mediumSizeLimit } from './upload-limits.ts';

const animatedPicture =
  'This is an animation, of which pages would show one picture. Export that picture as JPEG or PNG, or bring the animation as MP4 under Files.';
const notTheDocument = 'The content of this file is not what its name says. Save it again under its own ending.';
const unknownMedium =
  'Files of this kind cannot be uploaded. Pictures, SVG drawings, PDF, Office files, archives and MP4 can.';

const bytes = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0));
const drawings = new URL('../../../tests/fixtures/drawings/', import.meta.url);
const zip = bytes('PK\u0003\u0004');

describe('a file', () => {
  it.each([
    ['a picture', bytes('\u00ff\u00d8\u00ff'), 'photo.jpg', { kind: 'image', format: 'jpeg' }],
    ['a picture under another name', bytes('\u0089PNG\r\n\u001a\n'), 'report.pdf', { kind: 'image', format: 'png' }],
    ['a phone’s picture', bytes('\0\0\0\u0018ftypheic'), 'IMG_1.HEIC', { kind: 'image', format: 'heic' }],
    [
      'a picture of the family',
      bytes('\0\0\0\u0018ftypmif1\0\0\0\0mif1heic'),
      'a.heif',
      { kind: 'image', format: 'heic' },
    ],
    ['its younger kin', bytes('\0\0\0\u001cftypmif1\0\0\0\0mif1avifmiaf'), 'a.heif', { kind: 'image', format: 'avif' }],
    [
      'a picture that some call a video',
      bytes('\0\0\0\u0020ftypheic\0\0\0\0mif1heichevcmsf1'),
      'a.heic',
      { kind: 'image', format: 'heic' },
    ],
    ['a drawing', bytes('<?xml version="1.0"?>\n<!-- made -->\n<svg xmlns="x">'), 'mark.svg', { kind: 'vector' }],
    ['a PDF', bytes('%PDF-1.7'), '../../sheet.pdf', { kind: 'file' }],
    ['an Office file', zip, 'Prices.XLSX', { kind: 'file' }],
    ['a table', bytes('a;b'), 'stock.csv', { kind: 'file' }],
  ])('is recognised as %s', (_, start, name, value) => {
    expect(detectMedium(start, name)).toEqual({ ok: true, value });
  });

  it.each(readdirSync(drawings))('of a program that draws is recognised as a drawing (%s)', (name) => {
    const start = readFileSync(new URL(name, drawings)).subarray(0, formatBytes);
    expect(detectMedium(start, name)).toEqual({ ok: true, value: { kind: 'vector' } });
  });

  it.each([
    ['a drawing of a namespace with a name', bytes('<s:svg xmlns:s="x"/>')],
    ['a drawing with a document type of its own', bytes('<!DOCTYPE svg [<!ENTITY ns "x">] ><svg xmlns="x">')],
    ['a drawing in UTF-16', bytes('\u00ff\u00fe<\0s\0v\0g\0>\0')],
  ])('is recognised as %s', (_, start) => {
    expect(detectMedium(start, 'a.svg')).toEqual({ ok: true, value: { kind: 'vector' } });
  });

  it.each([
    ['an animated AVIF', bytes('\0\0\0\u001cftypavis\0\0\0\0avifavismsf1'), 'a.avif', animatedPicture],
    ['another one', bytes('\0\0\0\u001cftypavif\0\0\0\0avifmif1avis'), 'a.avif', animatedPicture],
    ['a sequence of a phone', bytes('\0\0\0\u001cftyphevc\0\0\0\0msf1hevcmif1'), 'a.heic', animatedPicture],
    ['a sequence', bytes('\0\0\0\u001cftypmsf1\0\0\0\0msf1hevcmif1'), 'a.heics', animatedPicture],
    [
      'a page that is called a picture',
      bytes('<html>'),
      'a.png',
      'This is no picture, whatever its name says. Export it again, then choose the new file.',
    ],
    ['an archive that is called a PDF', zip, 'a.pdf', notTheDocument],
    ['bytes that are called text', bytes('a\0b'), 'a.txt', notTheDocument],
    ['a page', bytes('<html>'), 'a.html', unknownMedium],
    ['a program', bytes('MZ'), 'a.exe', unknownMedium],
    ['a name of the prototype', zip, 'a.constructor', unknownMedium],
  ])('is refused as %s', (_, start, name, message) => {
    expect(detectMedium(start, name)).toMatchObject({ ok: false, failure: { message } });
  });

  it('has the ending of its name', () => {
    expect([getEnding('a.b.PDF'), getEnding('none'), getEnding('.htaccess')]).toEqual(['pdf', '', 'htaccess']);
  });
});

describe('an upload', () => {
  const pdf = { start: bytes('%PDF-1.7'), filename: 'a.pdf', size: 8 };
  const svg = { start: bytes('<svg xmlns="x">'), filename: 'a.svg', size: 15 };

  it('becomes the wanted kind that it has the content of', () => {
    expect(checkUpload(pdf, ['document'])).toEqual({ ok: true, value: { kind: 'document' } });
    expect(checkUpload(svg, ['image', 'vector'])).toEqual({ ok: true, value: { kind: 'vector' } });
  });

  it.each([
    ['a document for a picture', pdf, ['image'] as const, /^Only pictures/],
    ['a drawing for a picture', svg, ['image'] as const, /^Only pictures/],
    ['a drawing for a document', svg, ['document'] as const, /^Only documents/],
    [
      'too large',
      { ...pdf, size: mediumSizeLimit + 1 },
      ['file'] as const,
      'The file is larger than 100 MB. Make it smaller, then choose it again.',
    ],
    [
      'too large a drawing',
      { ...svg, size: drawingSizeLimit + 1 },
      ['vector'] as const,
      'The drawing is larger than 2 MB. Simplify it, or export it as PNG.',
    ],
  ])('is refused as %s', (_, file, wanted, message) => {
    expect(checkUpload(file, wanted)).toMatchObject({
      ok: false,
      failure: { message: typeof message === 'string' ? message : expect.stringMatching(message) },
    });
  });

  it('is offered by the endings of what is taken', () => {
    expect(listEndings(['vector'])).toEqual(['.svg']);
    expect(listEndings(['image'])).not.toContain('.svg');
    expect(listEndings(['file', 'document'])).toEqual(listEndings(['file']));
  });
});
