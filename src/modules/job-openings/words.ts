import type { Translate } from '../contract.ts';
import type { Job } from '../resolved.ts';

/** Working time in per cent of full time: a range, or one value; full time where a job names none (spec section 9). */
export function workingTime({ pensumMin, pensumMax }: Pick<Job, 'pensumMin' | 'pensumMax'>): string {
  const min = pensumMin ?? pensumMax ?? 100;
  const max = pensumMax ?? min;
  return min === max ? `${max}%` : `${min} - ${max}%`;
}

/** The name of a field of work; one without a translation is called as it is written, in words. */
export function fieldName(field: string, t: Translate): string {
  const key = `jobs.fields.${field}`;
  const name = t(key);
  if (name !== key) return name;
  const words = field.replaceAll('-', ' ');
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}
