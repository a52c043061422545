import type { ReactNode } from 'react';
import type { Translate } from '#view-model/view-props.ts';
import { Icon } from '../primitives/icons.tsx';
import { clearChosen, compareHref, removeChosen, useSelection } from './selection.ts';
import './compare.css';

/** The products chosen for comparison, at the foot of the window, with a link to the comparison. */
export function CompareBar({ comparePath, t }: { comparePath: string; t: Translate }): ReactNode {
  const chosen = useSelection();
  if (chosen.length === 0) return null;
  return (
    <aside className="compare-bar on-anthracite" aria-label={t('compare.label')}>
      <ul className="compare-bar__products">
        {chosen.map(({ slug, name }) => (
          <li key={slug}>
            <button type="button" className="compare-bar__product" onClick={() => removeChosen(slug)}>
              {name}
              <span className="visually-hidden"> {t('compare.remove')}</span>
              <Icon name="close" />
            </button>
          </li>
        ))}
      </ul>
      <button type="button" className="compare-bar__clear" onClick={clearChosen}>
        {t('compare.clear')}
      </button>
      <a
        className="button button--primary"
        href={compareHref(
          comparePath,
          chosen.map(({ slug }) => slug),
        )}
      >
        {t('compare.open', { number: chosen.length })}
      </a>
    </aside>
  );
}
