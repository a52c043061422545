/** Whether a value of unknown shape has fields: an object that is no list. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * What a table, or an object from outside, has of its own at a key that was read somewhere: every object answers to `constructor` and
 * `toString`. Whoever looks something up by a key that is not written in the code asks by this.
 *
 * @example ownValue({ de: 'Deutsch' }, 'toString'); // undefined
 */
export function ownValue<T extends object, K extends keyof T>(table: T | null | undefined, key: K): T[K] | undefined {
  return table !== null && table !== undefined && Object.hasOwn(table, key) ? table[key] : undefined;
}

/** The keys of a table that is written out in the code. */
export function getKeys<T extends object>(table: T): (keyof T & string)[] {
  // TypeScript takes them for any strings, since an object may have more keys than its type; a table has none.
  return Object.keys(table) as (keyof T & string)[];
}

/**
 * A table with a value for each of some keys.
 *
 * @example makeTable(['en', 'de'], (locale) => `/${locale}`); // { en: '/en', de: '/de' }
 */
export function makeTable<K extends string, V>(keys: readonly K[], makeValue: (key: K) => V): Record<K, V> {
  // TypeScript knows the keys of entries as any strings.
  return Object.fromEntries(keys.map((key) => [key, makeValue(key)])) as Record<K, V>;
}

/**
 * The value at a path of a value of unknown shape; undefined if there is none.
 *
 * @example valueAt({ items: [{ title: 'A' }] }, ['items', 0, 'title']); // 'A'
 */
export function valueAt(value: unknown, path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>(
    (at, part) => (typeof at === 'object' && at !== null ? Reflect.get(at, part) : undefined),
    value,
  );
}

/** A table for keys that come from content: it has none before, not even those of every object (`toString`, `__proto__`). */
export function emptyRecord<T>(): Record<string, T> {
  // What is made without a prototype has no type.
  return Object.create(null) as Record<string, T>;
}
