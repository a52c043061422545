import { type Locale, companyTimeZone, getDateLanguage } from '#domain/locales.ts';

const formatters = new Map<string, Intl.DateTimeFormat>();

function make(locale: Locale, timeZone: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  try {
    return new Intl.DateTimeFormat(getDateLanguage(locale), { ...options, timeZone });
  } catch {
    // A zone that this machine's data does not know.
    return new Intl.DateTimeFormat(getDateLanguage(locale), { ...options, timeZone: companyTimeZone });
  }
}

/** Making a formatter costs a hundred times as much as using it. */
function formatter(
  name: string,
  locale: Locale,
  timeZone: string,
  options: Intl.DateTimeFormatOptions,
): Intl.DateTimeFormat {
  const key = `${name} ${locale} ${timeZone}`;
  let known = formatters.get(key);
  if (!known) formatters.set(key, (known = make(locale, timeZone, options)));
  return known;
}

/** The separator of two days in the languages whose ranges `Intl` writes in figures, unlike their days. */
const until: Partial<Record<Locale, string>> = { jp: '〜', cn: '至' };

/** From when until when something takes place, where it does: 19–21 January 2027. */
export function formatPeriod(startsAt: string, endsAt: string, timeZone: string, locale: Locale): string {
  const days = formatter('days', locale, timeZone, { day: 'numeric', month: 'long', year: 'numeric' });
  const word = until[locale];
  if (word === undefined) return days.formatRange(new Date(startsAt), new Date(endsAt));
  const first = days.format(new Date(startsAt));
  const last = days.format(new Date(endsAt));
  if (first === last) return first;
  // Year, month and day: what both share is said once.
  const [from, to] = [first, last].map((day) => day.match(/\d+\D+/g) ?? []);
  const differs = to?.findIndex((part, index) => part !== from?.[index]) ?? 0;
  return `${first}${word}${to?.slice(differs).join('')}`;
}

/** A time to the minute with its zone: 11 March 2025, 06:45 CET. */
export function formatMinute(iso: string, timeZone: string, locale: Locale): string {
  const parts = formatter('minute', locale, timeZone, {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZoneName: 'short',
  }).formatToParts(new Date(iso));
  const moment = parts.map(({ type, value }) => (type === 'timeZoneName' ? '' : value)).join('');
  const zone = parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
  // In Chinese `Intl` has the zone between the day and the time.
  return `${moment.replace(/\s+/g, ' ').trim()} ${zone}`;
}
