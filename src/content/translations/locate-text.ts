import { isRecord } from '#domain/objects.ts';

/**
 * The steps to a text, as the database names its place: items of lists by their own ids where they have some, by their number else.
 * The text itself need not be there yet.
 *
 * @returns null where what would hold the text is not there, as an item that another language leaves out
 * @example locateText({ cards: [{ id: 'a1', title: 'One' }] }, 'cards.a1.title') // ['cards', 0, 'title']
 */
export function locateText(data: unknown, place: string): (string | number)[] | null {
  const steps: (string | number)[] = [];
  let at = data;
  for (const name of place.split('.')) {
    if (Array.isArray(at)) {
      const items: readonly unknown[] = at;
      const own = items.findIndex((item) => isRecord(item) && item['id'] === name);
      const index = own === -1 && /^\d{1,6}$/.test(name) ? Number(name) : own;
      if (!(index in items)) return null;
      steps.push(index);
      at = items[index];
    } else if (isRecord(at)) {
      steps.push(name);
      at = Object.hasOwn(at, name) ? at[name] : undefined;
    } else return null;
  }
  return steps;
}

/** A copy of a value with another one at a place that `locateText` has found. */
export function replaceAt(data: unknown, [step, ...rest]: readonly (string | number)[], value: unknown): unknown {
  if (step === undefined) return value;
  if (Array.isArray(data)) {
    const items: readonly unknown[] = data;
    return items.map((item, index) => (index === step ? replaceAt(item, rest, value) : item));
  }
  if (!isRecord(data)) throw new Error('A place leads through what holds nothing');
  return { ...data, [step]: replaceAt(data[step], rest, value) };
}
