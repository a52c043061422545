import type { PictureTexts } from '#domain/new-image.ts';
import { type ActionOutput, type Call, readAnswer, unreachable } from '../api.ts';

export type Upload = { answer: Promise<Call<ActionOutput<'addImage'>>>; abort: () => void };

/** Sends a picture, and reports the progress from 0 to 1, which `fetch` cannot do. */
export function uploadImage(file: File, { decorative, alt }: PictureTexts, onProgress: (part: number) => void): Upload {
  const form = new FormData();
  form.set('file', file);
  form.set('decorative', String(decorative));
  form.set('alt', JSON.stringify(alt));
  const request = new XMLHttpRequest();
  request.open('POST', '/_actions/addImage');
  request.setRequestHeader('accept', 'application/json');
  request.upload.addEventListener('progress', ({ loaded, total }) => {
    if (total > 0) onProgress(loaded / total);
  });
  const answer = new Promise<Call<ActionOutput<'addImage'>>>((resolve) => {
    request.addEventListener('load', () => resolve(readAnswer<'addImage'>(request.status, request.responseText)));
    request.addEventListener('error', () => resolve(unreachable()));
    request.addEventListener('abort', () => resolve(unreachable()));
  });
  request.send(form);
  return { answer, abort: () => request.abort() };
}
