import type { ReactNode } from 'react';
import { adminPaths } from '#domain/addresses/admin-paths.ts';
import { isPictureKind } from '#domain/media/upload-kinds.ts';
import { type KindName, getKindNames } from '#kinds/registry.ts';
import type { RecordId, RecordRow } from '#view-model/records.ts';
import { TextButton } from '#staff/picker/TextButton.tsx';
import { useMay } from '../shell/use-may.ts';
import { StateMark } from '../records/StateMark.tsx';

/** What the cards of a grid show, besides what every row of a list has. */
export const gridColumns = ['localized.alt', 'is_decorative'];

type Props = {
  kind: KindName;
  rows: readonly RecordRow[];
  isLoading: boolean;
  chosen: ReadonlySet<RecordId>;
  onChoose: (chosen: ReadonlySet<RecordId>) => void;
  /** Called once an alternative text was saved. */
  onDescribed: () => void;
};

/** Pictures as cards: which one it is says the picture, and what it lacks the line below. */
export function PictureGrid({ kind, rows, isLoading, chosen, onChoose, onDescribed }: Props): ReactNode {
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
          <CardText {...{ kind, row, onDescribed }} />
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

type TextProps = Pick<Props, 'kind' | 'onDescribed'> & { row: RecordRow };

/** What a picture is said to show: in its draft, where it has one. */
function CardText({ kind, row: { id, title, values, drafted }, onDescribed }: TextProps): ReactNode {
  const mayEdit = useMay()('edit', { kind });
  const text = drafted?.alt ?? values['localized.alt'];
  const isDecorative = drafted?.decorative ?? values['is_decorative'] === 'Yes';
  if (isDecorative) return <span className="adm-card__text">Decorative</span>;
  if (text) return <span className="adm-card__text">{text}</span>;
  return (
    <span className="adm-card__text adm-card__text--lack">
      <span className="adm-card__lack">No alternative text</span>
      {mayEdit && isPictureKind(kind) && typeof id === 'number' ? (
        <TextButton picture={{ kind, id }} label="Write" name={title} onSaved={onDescribed} />
      ) : null}
    </span>
  );
}
