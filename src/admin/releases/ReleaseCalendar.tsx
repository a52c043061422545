import { type ReactNode, useEffect, useState } from 'react';
import { adminPaths } from '#domain/addresses/admin-paths.ts';
import { ownTimeZone, describeTimeZone } from '#domain/values/time-zones.ts';
import { Failure } from '#staff/calls/Failure.tsx';
import { isRecordKind, getKindNames } from '#kinds/registry.ts';
import { useCall } from '#staff/calls/use-call.ts';
import type { CalendarEntry } from '#view-model/releases.ts';
import { type CalendarView, addDays, dayAt, daysAround, isDay, addPeriod, getDayStart } from './calendar-days.ts';

const zone = ownTimeZone();
/** Entries that a day of a month shows; the week has all. */
const maxItems = 4;

const whatLabels = {
  scheduled: 'goes live',
  publishing: 'is being published',
  live: 'went live',
  failed: 'could not be published',
  'taken-back': 'was taken back',
  begins: 'begins',
  ends: 'ends',
} as const satisfies Record<CalendarEntry['what'], string>;

type Shown = { view: CalendarView; day: string };

/** What the address asks for; without it the month of today. */
function readShown(): Shown {
  const query = new URLSearchParams(location.search);
  const day = query.get('day');
  return { view: query.get('view') === 'week' ? 'week' : 'month', day: isDay(day) ? day : today() };
}

const today = () => dayAt(new Date().toISOString(), zone);

/** Releases to come and past ones, and when records begin and end by themselves, by month or week. */
export function ReleaseCalendar(): ReactNode {
  const [shown, setShown] = useState(readShown);
  const { view, day } = shown;
  useEffect(() => {
    const follow = () => setShown(readShown());
    addEventListener('popstate', follow);
    return () => removeEventListener('popstate', follow);
  }, []);
  const show = (next: Shown) => {
    history.pushState(null, '', `?view=${next.view}&day=${next.day}`);
    setShown(next);
  };
  const days = daysAround(view, day);
  const [from = day, last = day] = [days[0], days.at(-1)];
  const { value, failure, isLoading, reload } = useCall('releaseCalendar', {
    from: getDayStart(from, zone),
    until: getDayStart(addDays(last, 1), zone),
  });
  const entries = Map.groupBy(value?.entries ?? [], ({ at }) => dayAt(at, zone));
  return (
    <section className="adm-calendar" aria-labelledby="calendar">
      <div className="adm-calendar__head">
        <h2 className="ed-builder__heading" id="calendar" aria-live="polite">
          {formatTitle(shown, from, last)}
        </h2>
        <div className="adm-head__actions">
          <button type="button" className="ed-button" onClick={() => show({ view, day: addPeriod(view, day, -1) })}>
            Previous {view}
          </button>
          <button type="button" className="ed-button" onClick={() => show({ view, day: today() })}>
            Today
          </button>
          <button type="button" className="ed-button" onClick={() => show({ view, day: addPeriod(view, day) })}>
            Next {view}
          </button>
          <div className="adm-switch">
            {(['month', 'week'] as const).map((each) => (
              <button
                key={each}
                type="button"
                className="ed-button"
                aria-pressed={view === each}
                onClick={() => show({ view: each, day })}
              >
                {each === 'month' ? 'Month' : 'Week'}
              </button>
            ))}
          </div>
        </div>
      </div>
      {failure ? <Failure failure={failure} onRetry={reload} /> : null}
      <p className="ed-picker__status" role="status">
        {isLoading ? 'Loading …' : `Times are those of ${describeTimeZone(zone)}.`}
        {value?.isCut ? ' There is more than is shown here: look at a week.' : ''}
      </p>
      <Grid {...{ shown, days, entries }} onWeek={(of) => show({ view: 'week', day: of })} />
    </section>
  );
}

type GridProps = {
  shown: Shown;
  days: readonly string[];
  entries: ReadonlyMap<string, readonly CalendarEntry[]>;
  onWeek: (day: string) => void;
};

function Grid({ shown: { view, day }, days, entries, onWeek }: GridProps): ReactNode {
  const weeks = Array.from({ length: days.length / 7 }, (_, week) => days.slice(week * 7, week * 7 + 7));
  const isOther = (each: string) => view === 'month' && each.slice(0, 7) !== day.slice(0, 7);
  return (
    <table className={`adm-calendar__grid adm-calendar__grid--${view}`} aria-labelledby="calendar">
      <thead>
        <tr>
          {days.slice(0, 7).map((each) => (
            <th key={each} scope="col">
              <abbr title={wordsOfDay(each, { weekday: 'long' })}>{wordsOfDay(each, { weekday: 'short' })}</abbr>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map((week) => (
          <tr key={week[0]}>
            {week.map((each) => {
              const here = entries.get(each) ?? [];
              const seen = view === 'month' && here.length > maxItems ? here.slice(0, maxItems - 1) : here;
              const name = ['adm-calendar__day'];
              if (isOther(each)) name.push('adm-calendar__day--other');
              if (here.length === 0) name.push('adm-calendar__day--empty');
              return (
                <td key={each} className={name.join(' ')} aria-current={each === today() ? 'date' : undefined}>
                  <time dateTime={each}>
                    <span className="adm-calendar__number">{Number(each.slice(8))}</span>
                    <span className="adm-calendar__date">
                      {wordsOfDay(each, { weekday: 'long', day: 'numeric', month: 'long' })}
                    </span>
                  </time>
                  {seen.length > 0 ? (
                    <ul>
                      {seen.map((entry) => (
                        <Entry key={`${entry.what} ${entry.kind} ${entry.id}`} entry={entry} />
                      ))}
                    </ul>
                  ) : null}
                  {seen.length < here.length ? (
                    <button
                      type="button"
                      className="ed-button ed-button--small ed-button--quiet"
                      aria-label={`${here.length - seen.length} more on ${wordsOfDay(each, { day: 'numeric', month: 'long' })}`}
                      onClick={() => onWeek(each)}
                    >
                      {here.length - seen.length} more
                    </button>
                  ) : null}
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Entry({ entry: { at, what, kind, id, title } }: { entry: CalendarEntry }): ReactNode {
  const href = kind === null ? adminPaths.release(Number(id)) : adminPaths.record(kind, id);
  const time = new Date(at).toLocaleTimeString('en-GB', { timeZone: zone, hour: '2-digit', minute: '2-digit' });
  const sort = kind !== null && isRecordKind(kind) ? `${getKindNames(kind).one} ` : '';
  return (
    <li className={`adm-calendar__entry adm-calendar__entry--${what}`}>
      <a href={href}>
        <time dateTime={at}>{time}</time> <span dir="auto">{title}</span>
        <small>
          {sort}
          {whatLabels[what]}
        </small>
      </a>
    </li>
  );
}

/** A day is the same date in every time zone. */
function wordsOfDay(day: string, format: Intl.DateTimeFormatOptions): string {
  return new Date(`${day}T00:00:00Z`).toLocaleDateString('en-GB', { ...format, timeZone: 'UTC' });
}

function formatTitle({ view, day }: Shown, from: string, last: string): string {
  if (view === 'month') return wordsOfDay(day, { month: 'long', year: 'numeric' });
  const short = { day: 'numeric', month: 'short' } as const;
  return `${wordsOfDay(from, short)} to ${wordsOfDay(last, { ...short, year: 'numeric' })}`;
}
