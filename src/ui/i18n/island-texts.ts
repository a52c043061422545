import type { Translate } from '#view-model/view-props.ts';

/** Words that an island takes along: the browser does not have the others. */
export type IslandTexts = Readonly<Record<string, string>>;

/** Placeholders are left in for the browser to fill in. */
const open = { number: '{{number}}', name: '{{name}}' };

/** The words under these keys, with the places of `number` and `name` still open. */
export function pickTexts(t: Translate, keys: readonly string[]): IslandTexts {
  return Object.fromEntries(keys.map((key) => [key, t(key, open)]));
}

/** Words in the browser, as views ask for them. */
export function translateWith(words: IslandTexts): Translate {
  return (key, values) => {
    const text = words[key] ?? key;
    if (values === undefined) return text;
    return text.replaceAll(/\{\{(\w+)\}\}/g, (whole, name: string) => String(values[name] ?? whole));
  };
}
