import type { ReactNode } from 'react';
import { placeInClauses } from './in-clauses.tsx';
import { preventFigureBreaks, preventTermBreaks } from './prevent-breaks.ts';
import { HeadingAt, type Level } from './ModuleSection.tsx';
import './dated-rows.css';

type DatedRow = {
  id: number;
  when: ReactNode;
  title: string;
  /** Where the title leads. */
  href?: string;
  text: string;
  /** The way on from there. */
  way?: ReactNode;
  where?: string;
};

/** What happens or happened at some time, as rows: when, what, where. */
export function DatedRows({ rows, level }: { rows: readonly DatedRow[]; level: Level }): ReactNode {
  return (
    <ul className="dated-rows">
      {rows.map(({ id, when, title, href, text, way, where = '' }) => (
        <li key={id} className="dated-rows__row">
          <p className="dated-rows__when">{when}</p>
          <div className="dated-rows__what">
            <HeadingAt level={level} className="dated-rows__title" text={title}>
              {(words) => (href === undefined ? words : <a href={href}>{words}</a>)}
            </HeadingAt>
            {text === '' ? null : <p>{preventFigureBreaks(text)}</p>}
            {way}
          </div>
          {where === '' ? null : <p className="dated-rows__where">{placeInClauses(preventTermBreaks(where))}</p>}
        </li>
      ))}
    </ul>
  );
}
