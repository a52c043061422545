/** @example describeCount(2, 'page') // '2 pages' */
export function describeCount(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en')} ${count === 1 ? one : many}`;
}
