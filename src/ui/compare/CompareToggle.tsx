import type { ReactNode } from 'react';
import type { Translate } from '#modules/contract.ts';
import { type Chosen, mostCompared, toggleChosen, useSelection } from './selection.ts';
import '../primitives/control.css';
import './compare.css';

/** The words of the toggle and of the bar. */
export const compareWords = [
  'compare.add',
  'compare.full',
  'compare.label',
  'compare.remove',
  'compare.open',
  'compare.clear',
] as const;

/** Takes a product into the comparison. */
export function CompareToggle({ product, t }: { product: Chosen; t: Translate }): ReactNode {
  const chosen = useSelection();
  const isIn = chosen.some(({ slug }) => slug === product.slug);
  const isFull = !isIn && chosen.length >= mostCompared;
  return (
    <label className="check compare-toggle" title={isFull ? t('compare.full', { number: mostCompared }) : undefined}>
      <input type="checkbox" checked={isIn} disabled={isFull} onChange={() => toggleChosen(product)} />
      <span>
        {t('compare.add')}
        <span className="visually-hidden"> {product.name}</span>
      </span>
    </label>
  );
}
