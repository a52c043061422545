import type { ReactNode } from 'react';
import { companyTimeZone } from '#domain/locales.ts';
import { formatDay } from '#ui/primitives/dates.tsx';
import { TextLink } from '#ui/primitives/Links.tsx';
import { HeadingAt, type Level, ModuleSection, innerLevel } from '#ui/primitives/ModuleSection.tsx';
import { formatMinute } from '#ui/primitives/periods.ts';
import { preventTermBreaks } from '#ui/primitives/prevent-breaks.ts';
import type { ViewContext, ViewProps } from '#view-model/view-props.ts';
import { getListItems } from '#view-model/list-results.ts';
import type { Webinar } from '#view-model/resolved.ts';
import type { webinars } from './schema.ts';
import '#ui/primitives/columns.css';
import './webinars.css';

/** Online seminars: those to come with their hour, recordings with their day. */
export function View({ id, data, lists, context }: ViewProps<typeof webinars>): ReactNode {
  const items = data.source === 'manual' ? data.webinars : getListItems('webinars', lists['webinars']);
  const level = innerLevel(data.heading);
  return (
    <ModuleSection id={id} type="WEBINARS" data={data} className="webinars" context={context}>
      <ul className="columns columns--fit webinars__list">
        {items.map((webinar) => (
          <li key={webinar.id}>
            <Card webinar={webinar} level={level} context={context} />
          </li>
        ))}
      </ul>
    </ModuleSection>
  );
}

function Card({ webinar, level, context }: { webinar: Webinar; level: Level; context: ViewContext }): ReactNode {
  const { startsAt, isPast } = webinar;
  const { t, locale } = context;
  return (
    <article className="webinars__card">
      <HeadingAt level={level} className="webinars__title" text={webinar.title} />
      <p className="webinars__when">
        <span>{t(isPast ? 'webinars.recording' : 'webinars.live')}</span>
        {startsAt === null ? null : (
          <time dateTime={startsAt}>
            {isPast ? formatDay(startsAt, locale) : formatMinute(startsAt, companyTimeZone, locale)}
          </time>
        )}
      </p>
      {webinar.summary === '' ? null : <p className="webinars__summary">{preventTermBreaks(webinar.summary)}</p>}
      <TextLink
        link={{
          kind: 'external',
          target: '_blank',
          href: webinar.url,
          text: t(isPast ? 'webinars.watch' : 'webinars.register'),
        }}
        context={context}
      />
    </article>
  );
}
