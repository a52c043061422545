import type { ReactNode } from 'react';
import { adminPaths } from '#domain/addresses/admin-paths.ts';
import { type KindName, getKindNames } from '#kinds/registry.ts';
import type { RecordId, RecordRow } from '#view-model/records.ts';
import { StateMark } from '../records/StateMark.tsx';

/** What the cards of a grid show, besides what every row of a list has. */
export const gridColumns = ['localized.alt', 'is_decorative'];

type Props = {
  kind: KindName;
  rows: readonly RecordRow[];
  isLoading: boolean;
  chosen: ReadonlySet<RecordId>;
  onChoose: (chosen: ReadonlySet<RecordId>) => void;
};

/** Pictures as cards: which one it is says the picture, and what it lacks the line below. */
export function PictureGrid({ kind, rows, isLoading, chosen, onChoose }: Props): ReactNode {
  return (
    <ul className="adm-grid" aria-label={getKindNames(kind).many} aria-busy={isLoading}>
      {rows.map((row) => (
        <li key={row.id} className={chosen.has(row.id) ? 'adm-card adm-card--chosen' : 'adm-card'}>
          <a className="adm-card__link" href={adminPaths.record(kind, row.id)}>
            <span className="adm-card__picture">
              {row.thumbnail ? <img src={row.thumbnail} alt="" loading="lazy" /> : null}
            </span>
            <span className="adm-card__title">{row.title}</span>
          </a>
          <span className="adm-card__text">{renderLack(row) ?? row.values['localized.alt']}</span>
          <span className="adm-card__foot">
            <StateMark state={row.state} />
            <input
              type="checkbox"
              aria-label={`Choose ${row.title}`}
              checked={chosen.has(row.id)}
              onChange={() => onChoose(chosen.symmetricDifference(new Set([row.id])))}
            />
          </span>
        </li>
      ))}
    </ul>
  );
}

function renderLack({ values }: RecordRow): ReactNode {
  if (values['localized.alt']) return null;
  if (values['is_decorative'] === 'Yes') return 'Decorative';
  return <span className="adm-card__lack">No alternative text</span>;
}
