import { expect, it } from 'vitest';
import { mediaIn } from './media-in.ts';

it.each([
  [
    '<img src="/media/a-640.webp" srcset="/media/a-320.webp 320w, /media/a-640.webp 640w">',
    ['a-640.webp', 'a-320.webp'],
  ],
  ['<a href="https://media.example/media/documents/4f2c/data%20sheet.pdf">', ['documents/4f2c/data sheet.pdf']],
  ['<a href="/media/files/4f2c/sheet%20(1).pdf">', ['files/4f2c/sheet (1).pdf']],
  ['<a href="/media/files/4f2c/l&#39;air.pdf">', ["files/4f2c/l'air.pdf"]],
  ['{"src":"/media/a.webp"}', ['a.webp']],
  ['<p style="background: url(\'/media/a.webp\')">', ['a.webp']],
  ['/media/%E0%A4%A /media/..%2Fkeys.json /media/', []],
])('finds the media in %s', (text, paths) => {
  expect(mediaIn(text)).toEqual(paths);
});
