import { type OutputKind, isPage } from '#publish/output.ts';

/**
 * Outputs in the order of a build: files for machines spread evenly between the pages. They cost the database much and a rendering
 * thread nothing, so they are read while pages are rendered; one after another at the end, everybody would wait for the database.
 */
export function spreadOutputs<O extends { kind: OutputKind }>(outputs: readonly O[]): O[] {
  const pages = outputs.filter(({ kind }) => isPage(kind));
  const files = outputs.filter(({ kind }) => !isPage(kind));
  if (pages.length === 0) return files;
  return pages.flatMap((page, index) => {
    const fileAfter = (count: number) => Math.floor((count * files.length) / pages.length);
    return [page, ...files.slice(fileAfter(index), fileAfter(index + 1))];
  });
}
