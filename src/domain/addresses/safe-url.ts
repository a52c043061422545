/** The allowed beginnings of a URL in content, for messages that refuse one. */
export const safeUrlMessage = 'A link starts with https://, http://, mailto:, tel:, / or #';

/** Tabs and line breaks are dropped by browsers, and a backslash is a slash to them: `/\host` leads to another host. */
export const safeUrlPattern = /^(https?:\/\/|mailto:|tel:|\/(?![/\\])|#)[^\t\r\n]*$/i;

/** Where visitors may be sent on to: a path of this site, or an address of the web without a user in it. */
export const redirectPattern = /^(\/(?![/\\])|https?:\/\/[^\s/?#@\\]+(?=[/?#]|$))[^\s\\]*$/;

/**
 * Whether a URL leads to a site, a path of this site, an anchor, a mail address or a telephone, and never runs anything.
 *
 * @example isSafeUrl('javascript:alert(1)'); // false
 */
export function isSafeUrl(url: string): boolean {
  return safeUrlPattern.test(url);
}
