import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react';
import type { Translate } from '#view-model/view-props.ts';
import { type Chosen, isSelected, maxCompared, toggleChosen, useSelection } from './selection.ts';
import '../primitives/control.css';
import './compare.css';

/** The words of the toggle and of the bar. */
export const compareTexts = [
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
  const isFull = !isIn && chosen.length >= maxCompared;
  const box = useRef<HTMLInputElement>(null);
  const takeOver = useEffectEvent(() => {
    // A box that was ticked before the script came counts as well.
    if (!box.current?.checked || isSelected(product.slug)) return;
    toggleChosen(product);
    box.current.checked = isSelected(product.slug);
  });
  useEffect(() => takeOver(), []);
  return (
    <label className="check compare-toggle" title={isFull ? t('compare.full', { number: maxCompared }) : undefined}>
      <input ref={box} type="checkbox" checked={isIn} disabled={isFull} onChange={() => toggleChosen(product)} />
      <span>
        {t('compare.add')}
        <span className="visually-hidden"> {product.name}</span>
      </span>
    </label>
  );
}
