import { showNumber } from '#domain/values/show-number.ts';

/** @example describeCount(2, 'page') // '2 pages' */
export function describeCount(count: number, one: string, many = `${one}s`): string {
  return `${showNumber(count)} ${count === 1 ? one : many}`;
}
