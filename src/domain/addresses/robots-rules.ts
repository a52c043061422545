import { readablePath } from './readable-path.ts';

/** A rule as robots.txt has it. */
export function inOneLine(rule: string): string {
  return rule.replace(/[\r\n]/g, '');
}

/**
 * Whether one of the rules forbids a path, as search engines read them (RFC 9309): by the beginning of the path, with `*`
 * for any characters and `$` for the end.
 *
 * @param path percent-encoded, as links write it
 * @example isDisallowed(['/search'], '/search/humidity'); // true
 */
export function isDisallowed(rules: readonly string[], path: string): boolean {
  return rules.map(inOneLine).some((rule) => {
    // A longer rule than `Allow: /` outweighs it; an empty one, and that one itself, forbid nothing.
    if (rule.length <= 1) return false;
    const pattern = encodeURI(readablePath(rule))
      .replace(/[\\^.+?()[\]{}|]/g, '\\$&')
      .replaceAll('*', '.*')
      .replace(/\$(?!$)/g, '\\$');
    return new RegExp(`^${pattern}`).test(path);
  });
}
