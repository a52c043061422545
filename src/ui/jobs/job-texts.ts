import { type Locale, languageCodes } from '#domain/locales.ts';
import { formatPercents } from '#domain/values/measured-values.ts';
import type { Translate } from '#view-model/view-props.ts';
import type { Job } from '#view-model/resolved.ts';

/** Working time in per cent of full time: a range, or one value; full time where a job names none. */
export function workingTime({ pensumMin, pensumMax }: Pick<Job, 'pensumMin' | 'pensumMax'>, locale: Locale): string {
  const min = pensumMin ?? pensumMax ?? 100;
  return formatPercents(min, pensumMax ?? min, languageCodes[locale]);
}

/** The anchor of a job in a list. */
export function jobAnchor({ id }: Pick<Job, 'id'>): string {
  return `job-${id}`;
}

/** The name of a field of work; one without a translation is called as it is written, in words. */
export function fieldName(field: string, t: Translate): string {
  const key = `jobs.fields.${field}`;
  const name = t(key);
  if (name !== key) return name;
  const words = field.replaceAll('-', ' ');
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

/** Working times that visitors look for, in per cent of full time. */
export const workloads = [
  { value: '50', from: 10, to: 50 },
  { value: '80', from: 60, to: 80 },
  { value: '100', from: 90, to: 100 },
].map(({ value, from, to }) => ({
  value,
  labelIn: (locale: Locale) => formatPercents(from, to, languageCodes[locale]),
  includes: (min: number, max: number) => min <= to && max >= from,
}));

/** Which of these a job can be done in. */
export function listWorkloads({ pensumMin, pensumMax }: Pick<Job, 'pensumMin' | 'pensumMax'>): string[] {
  const min = pensumMin ?? pensumMax ?? 100;
  const max = pensumMax ?? min;
  return workloads.flatMap(({ value, includes }) => (includes(min, max) ? [value] : []));
}
