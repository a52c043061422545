import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type OutputKind, outputKindSchema } from '#publish/output.ts';
import { spreadOutputs } from './spread-outputs.ts';

const numbered = (kinds: readonly OutputKind[]) => kinds.map((kind, ref) => ({ kind, ref }));

describe('outputs of a build', () => {
  it('are all there once, pages and files each in their order', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...outputKindSchema.options)), (kinds) => {
        const outputs = numbered(kinds);
        const spread = spreadOutputs(outputs);
        expect(spread.toSorted((a, b) => a.ref - b.ref)).toEqual(outputs);
      }),
    );
  });

  it('begin with a page, and files for machines never stand side by side where there are pages enough', () => {
    const kinds = numbered([...Array<OutputKind>(9).fill('page'), 'sitemap', 'sitemap', 'robots']);
    expect(spreadOutputs(kinds).map(({ kind }) => kind)).toEqual([
      'page',
      'page',
      'page',
      'sitemap',
      'page',
      'page',
      'page',
      'sitemap',
      'page',
      'page',
      'page',
      'robots',
    ]);
  });
});
