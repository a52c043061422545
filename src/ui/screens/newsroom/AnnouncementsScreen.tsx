import type { ReactNode } from 'react';
import type { ViewContext } from '#view-model/view-props.ts';
import { DatedRows } from '../../primitives/DatedRows.tsx';
import { Minute } from '../../primitives/Minute.tsx';
import { preventFigureBreaks } from '../../primitives/prevent-breaks.ts';
import type { AnnouncementsContent } from '#view-model/screens/newsroom.ts';
import { getYear } from './get-year.ts';

/** Ad hoc announcements, each flagged and dated to the minute as art. 53 LR asks, newest first. */
export function AnnouncementsScreen({
  announcements,
  context,
}: AnnouncementsContent & { context: ViewContext }): ReactNode {
  const { t, locale } = context;
  return (
    <div className="newsroom">
      <p className="newsroom__flag">
        <strong>{preventFigureBreaks(t('adHoc.flag'))}</strong>
        <span>{t('adHoc.note')}</span>
      </p>
      {announcements.length === 0 ? <p className="newsroom__empty">{t('adHoc.empty')}</p> : null}
      {[...Map.groupBy(announcements, ({ publishedAt }) => getYear(publishedAt))].map(([year, ofYear]) => (
        <section key={year} id={`year-${year}`} className="newsroom__year">
          <h2 className="newsroom__title">{year}</h2>
          <DatedRows
            level={3}
            rows={ofYear.map(({ id, href, title, lead, publishedAt }) => ({
              id,
              when: <Minute iso={publishedAt} locale={locale} />,
              title,
              href,
              text: lead,
            }))}
          />
        </section>
      ))}
    </div>
  );
}
