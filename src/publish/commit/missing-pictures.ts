import { encodeMediaPath } from '#domain/media/media-path.ts';
import { isRecord } from '#domain/objects.ts';
import type { Failure } from '#domain/result.ts';
import type { PageContent } from '#content/reading/page-content.ts';
import { readOpenGraphPath } from '#kinds/image/resolve.ts';
import type { FailedField } from '#publish/failure-record.ts';

type Modules = Extract<PageContent, { kind: 'page' }>['modules'];

/** When a page whose pictures are missing is tried again: they may be put back without a change of any row. */
export const missingAgainMilliseconds = 5 * 60 * 1000;

/** Files without which a page would show a gap; those that are only drawn for sharing it are not among them. */
export function picturesAmong(files: readonly string[]): string[] {
  return files.filter((file) => /\.(webp|avif|png|jpe?g|gif|svg)$/i.test(file) && readOpenGraphPath(file) === null);
}

/** The failure of a page that shows pictures which Storage does not have: where they are, and which. */
export function missingPictures(content: PageContent | null, files: readonly string[]): Failure {
  const detail = content ? findFields(content, files) : [];
  const [first] = detail;
  const place = first?.module ? ` module ${first.module} (${first.type}), field ${first.field}:` : '';
  const message = `The page cannot be published because of${place} the file ${files[0] ?? ''} that is missing in Storage`;
  return { code: 'invalid', message, detail };
}

function findFields(content: PageContent, files: readonly string[]): FailedField[] {
  const shown = files.map((file) => ({ file, end: `/media/${encodeMediaPath(file)}` }));
  const found = new Map<string, FailedField>();
  const search = (value: unknown, owner: Pick<FailedField, 'module' | 'type'>, path: readonly string[]): void => {
    if (typeof value === 'string') {
      const missing = shown.find(({ end }) => value.endsWith(end));
      // `image.url` and `image.sources.0.url` are both those of the field `image`.
      const field = path.slice(0, path.includes('sources') ? path.indexOf('sources') : -1).join('.');
      const key = `${owner.module}:${field}`;
      if (missing && !found.has(key)) {
        found.set(key, { ...owner, field, reason: `The file ${missing.file} is missing in Storage` });
      }
    } else if (Array.isArray(value)) {
      value.forEach((each: unknown, place) => search(each, owner, [...path, String(place)]));
    } else if (isRecord(value)) {
      for (const [key, each] of Object.entries(value)) search(each, owner, [...path, key]);
    }
  };
  const searchModules = (modules: Modules): void => {
    for (const module of modules) {
      if ('problems' in module) continue;
      search(module.data, { module: module.id, type: module.type }, []);
      for (const children of Object.values(module.children)) searchModules(children);
    }
  };
  if (content.kind === 'page') searchModules(content.modules);
  else search(content, { module: null, type: content.kind }, []);
  return [...found.values()];
}
