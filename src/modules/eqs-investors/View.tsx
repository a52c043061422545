import type { ReactNode } from 'react';
import { Day, formatDay } from '#ui/primitives/dates.tsx';
import { DownloadList } from '#ui/primitives/DownloadList.tsx';
import { ModuleSection, innerLevel } from '#ui/primitives/ModuleSection.tsx';
import { TitledPart } from '#ui/primitives/TitledPart.tsx';
import type { ViewProps } from '#view-model/view-props.ts';
import { getListItems } from '#view-model/list-results.ts';
import type { eqsInvestors } from './schema.ts';
import './eqs-investors.css';

/** Publications for investors by year, newest first. */
export function View({ id, data, lists, context }: ViewProps<typeof eqsInvestors>): ReactNode {
  const { t, locale } = context;
  const publications = getListItems('publications', lists['publications']);
  // The year in the company's time zone, like the dates next to it.
  const years = Map.groupBy(publications, ({ publishedAt }) => /\d{4}/.exec(formatDay(publishedAt, locale))?.[0] ?? '');
  return (
    <ModuleSection id={id} type="EQS_INVESTORS" data={data} className="eqs-investors" context={context}>
      {[...years].map(([year, ofYear]) => (
        <TitledPart key={year} title={year} level={innerLevel(data.heading)}>
          <DownloadList
            downloads={ofYear.map(({ title, category, href, isExternal, publishedAt, size }) => ({
              title,
              href,
              isExternal,
              size,
              notes: [t(`investors.categories.${category}`), <Day key="day" iso={publishedAt} locale={locale} />],
            }))}
            context={context}
          />
        </TitledPart>
      ))}
    </ModuleSection>
  );
}
