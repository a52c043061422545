import type { ReactNode } from 'react';
import { eventPlace } from '#ui/primitives/event-place.ts';
import { preventTermBreaks } from '#ui/primitives/prevent-breaks.ts';
import { LinkButton, TextLink } from '#ui/primitives/Links.tsx';
import { TeaserCard } from '#ui/primitives/TeaserCard.tsx';
import { formatMinute, formatPeriod } from '#ui/primitives/periods.ts';
import { RichText } from '#ui/primitives/RichText.tsx';
import { RecordArticle } from '#ui/templates/RecordArticle.tsx';
import type { PageProps } from '../reading/own-page.ts';
import type { ownPage } from './own-page.ts';

/** The page of an event. */
export function Page({ context, ...event }: PageProps<typeof ownPage>): ReactNode {
  const { t, locale } = context;
  const period = formatPeriod(event.startsAt, event.endsAt, event.timeZone, locale);
  const facts = [
    { label: t('events.begins'), value: formatMinute(event.startsAt, event.timeZone, locale) },
    { label: t('events.ends'), value: formatMinute(event.endsAt, event.timeZone, locale) },
    { label: t('events.where'), value: preventTermBreaks(eventPlace(event, context)) },
  ].filter(({ value }) => value !== '');
  return (
    <RecordArticle
      meta={
        <>
          <span className="article__type">{t(event.isPast ? 'events.past' : 'events.event')}</span>
          <time dateTime={event.startsAt}>{period}</time>
        </>
      }
      title={event.title}
      lead={event.summary}
      image={event.image}
      back={{ href: event.backHref, label: t('events.back') }}
      others={{
        title: t('events.next'),
        items: event.others.flatMap((other) =>
          other.link === null
            ? []
            : [
                {
                  id: other.id,
                  card: (
                    <TeaserCard
                      teaser={{ ...other, href: other.link.href, lead: other.summary }}
                      level={3}
                      meta={
                        <>
                          <time dateTime={other.startsAt}>
                            {formatPeriod(other.startsAt, other.endsAt, other.timeZone, locale)}
                          </time>
                          <span>{other.isOnline ? t('events.online') : other.city}</span>
                        </>
                      }
                    />
                  ),
                },
              ],
        ),
      }}
    >
      <dl className="article__facts">
        {facts.map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <RichText className="article__body" document={event.body} level={2} t={t} />
      {event.isPast ? null : (
        <div className="article__actions">
          {event.website === null ? null : (
            <LinkButton
              variant="primary"
              link={{ kind: 'external', href: event.website, target: '_blank', text: '' }}
              text={t('events.register')}
              context={context}
            />
          )}
          <TextLink
            link={{ kind: 'download', href: event.calendarHref, target: '_self', text: '' }}
            text={t('events.calendar')}
            context={context}
          />
        </div>
      )}
    </RecordArticle>
  );
}
