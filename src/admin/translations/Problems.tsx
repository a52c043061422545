import type { ReactNode } from 'react';
import { findTranslationProblems } from '#domain/text/find-translation-problems.ts';
import { compareMarks } from '#schema/compare-marks.ts';
import { plainText, richTextSchema } from '#schema/rich-text.ts';

/** What a translation seems to have left out; nothing of an empty one. */
export function Problems({ source, target }: { source: unknown; target: unknown }): ReactNode {
  const [from, to] = [richTextSchema.safeParse(source), richTextSchema.safeParse(target)];
  const written = to.success ? plainText(to.data) : toText(target);
  if (written.trim() === '') return null;
  const problems = [
    ...findTranslationProblems(from.success ? plainText(from.data) : toText(source), written),
    ...(from.success && to.success ? compareMarks(from.data, to.data) : []),
  ];
  if (problems.length === 0) return null;
  return (
    <ul className="adm-desk__problems">
      {problems.map((problem) => (
        <li key={problem}>{problem}</li>
      ))}
    </ul>
  );
}

function toText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
