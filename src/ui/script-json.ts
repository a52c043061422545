/**
 * JSON inside a script element: no character sequence in it may end the element or open a comment.
 *
 * @example scriptJson({ name: '</script>' }); // '{"name":"\\u003c/script\\u003e"}'
 */
export function scriptJson(value: unknown): string {
  return JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
