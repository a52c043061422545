const texts = new WeakMap<object, string>();

/**
 * The JSON of an object that is not changed any more. What is shared by many pages, or needed twice, is written once.
 *
 * @example toJson({ a: 1 }); // '{"a":1}'
 */
export function toJson(value: object): string {
  const known = texts.get(value);
  if (known !== undefined) return known;
  const text = JSON.stringify(value);
  texts.set(value, text);
  return text;
}
