import type { ReactNode } from 'react';
import { type IslandTexts, translateWith } from '#ui/i18n/island-texts.ts';
import { CompareBar } from './CompareBar.tsx';
import { CompareToggle } from './CompareToggle.tsx';
import type { Chosen } from './selection.ts';

type CompareToolsProps = { product: Chosen; comparePath: string; words: IslandTexts };

/** On a product's page: takes it into the comparison. */
export function CompareTools({ product, comparePath, words }: CompareToolsProps): ReactNode {
  const t = translateWith(words);
  return (
    <>
      <CompareToggle product={product} t={t} />
      <CompareBar comparePath={comparePath} t={t} />
    </>
  );
}
