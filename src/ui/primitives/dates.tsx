import type { ReactNode } from 'react';
import { type Locale, companyTimeZone, getDateLanguage, languageCodes } from '#domain/locales.ts';

// Making a formatter costs a hundred times as much as using it, and a page of news uses it a dozen times.
const formatters = new Map<Locale, Intl.DateTimeFormat>();

function formatter(locale: Locale): Intl.DateTimeFormat {
  const known = formatters.get(locale);
  if (known) return known;
  const made = new Intl.DateTimeFormat(getDateLanguage(locale), {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: companyTimeZone,
  });
  formatters.set(locale, made);
  return made;
}

/** A cache of formatted days: a list of news repeats the same few on every page. */
const formatted = new Map<string, string>();
const formattedLimit = 2000;

/** The day of an ISO time in the company's time zone, regardless of the machine's. */
export function formatDay(iso: string, locale: Locale): string {
  const key = `${locale} ${iso}`;
  const known = formatted.get(key);
  if (known !== undefined) return known;
  const time = new Date(iso);
  const day = Number.isNaN(time.getTime()) ? '' : formatter(locale).format(time);
  if (formatted.size >= formattedLimit) formatted.clear();
  formatted.set(key, day);
  return day;
}

export function Day({ iso, locale }: { iso: string; locale: Locale }): ReactNode {
  const text = formatDay(iso, locale);
  return text === '' ? null : <time dateTime={iso}>{text}</time>;
}

const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;

const sizeFormatters = new Map<string, Intl.NumberFormat>();

function sizeFormatter(locale: Locale, step: number): Intl.NumberFormat {
  const known = sizeFormatters.get(`${locale} ${step}`);
  if (known) return known;
  const made = new Intl.NumberFormat(languageCodes[locale], {
    style: 'unit',
    unit: units[step] ?? 'byte',
    unitDisplay: 'short',
    maximumFractionDigits: step > 1 ? 1 : 0,
  });
  sizeFormatters.set(`${locale} ${step}`, made);
  return made;
}

/** A file size as people read it: 1.2 MB. */
export function formatSize(bytes: number, locale: Locale): string {
  const step = Math.min(Math.max(Math.floor(Math.log(Math.max(bytes, 1)) / Math.log(1000)), 0), units.length - 1);
  return sizeFormatter(locale, step).format(bytes / 1000 ** step);
}
