import { escapeHtml } from '#ui/primitives/escape-html.ts';

/** What a bar says of a page as it was. */
export type ArchiveBar = {
  /** The address that is looked at, without its query. */
  pathname: string;
  at: string;
  /** The moment in words. */
  says: string;
  /** What is known of it: since when, until when, by whom. */
  details: readonly string[];
  earlier: string | null;
  later: string | null;
};

const bar =
  'position:sticky;inset-block-end:0;z-index:2147483647;display:flex;flex-wrap:wrap;gap:.5rem 1.25rem;align-items:center;margin:0;' +
  'padding:.75rem 1.25rem;max-block-size:50vh;overflow:auto;background:#23282d;color:#fff;' +
  'font-size:.875rem;line-height:1.4;text-align:start';
const link = 'color:#fff;text-decoration:underline;text-underline-offset:.2em';
const field =
  'font:inherit;color:#fff;background:#23282d;color-scheme:dark;border:1px solid #8b949c;border-radius:2px;padding:.25rem .5rem';
const grow = 'flex:1 1 18rem;min-inline-size:0';

/** The bar under a page as it was: other moments of it, and the way back. */
function renderArchiveBar({ pathname, at, says, details, earlier, later }: ArchiveBar): string {
  const moment = (time: string | null, label: string) =>
    time === null ? '' : `<a style="${link}" href="${escapeHtml(addressAt(pathname, time))}">${label}</a>`;
  const lines = details.map((line) => `<br>${escapeHtml(line)}`).join('');
  return (
    `<aside style="${bar}" aria-label="Time machine"><p style="${grow};margin:0;color:inherit;font:inherit"><strong>${escapeHtml(says)}</strong>${lines}</p>` +
    `<nav style="display:flex;flex-wrap:wrap;gap:.5rem 1.25rem;align-items:center" aria-label="Other moments">` +
    `${moment(earlier, 'Version before')}${moment(later, 'Version after')}` +
    `<form style="display:flex;gap:.5rem;align-items:center;margin:0" action="${escapeHtml(pathname)}">` +
    `<label>At (UTC) <input style="${field}" type="datetime-local" name="at" required value="${escapeHtml(at.slice(0, 16))}"></label>` +
    `<button style="${field};cursor:pointer">Show</button></form>` +
    `<a style="${link}" href="${escapeHtml(pathname)}">As it is now</a></nav></aside>`
  );
}

/**
 * A published page with the bar, whose links lead to where they led at that moment, and whose forms send nothing. Everything else
 * is as it was served.
 */
export function addArchiveBar(html: string, shown: ArchiveBar): string {
  const kept = html
    .replaceAll(/<a\b[^<>]*>/g, (tag) =>
      tag.replace(/(\shref=")(\/[^"]*)"/, (_, start: string, href: string) => `${start}${keepMoment(href, shown.at)}"`),
    )
    .replaceAll(/<form\b(?=[^<>]*\bmethod="post")/gi, '<form inert');
  const end = kept.lastIndexOf('</body>');
  return end === -1
    ? `${kept}${renderArchiveBar(shown)}`
    : `${kept.slice(0, end)}${renderArchiveBar(shown)}${kept.slice(end)}`;
}

/** A page that says why there is nothing to show, with the bar at its foot. */
export function renderArchiveNotice(title: string, shown: ArchiveBar, hint = ''): string {
  return (
    `<!doctype html><html lang="en" style="color-scheme:light dark"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(title)}</title>` +
    `<body style="display:flex;flex-direction:column;min-block-size:100vh;margin:0;font:400 1rem/1.5 system-ui,sans-serif">` +
    `<main style="flex:1;box-sizing:border-box;inline-size:100%;max-inline-size:40rem;margin:0 auto;padding:15vh 1.25rem 2rem">` +
    `<h1 style="font-size:1.75rem;font-weight:500;line-height:1.25;text-wrap:balance">${escapeHtml(title)}</h1>${hint === '' ? '' : `<p>${escapeHtml(hint)}</p>`}</main>${renderArchiveBar(shown)}</body></html>`
  );
}

/** The address of a page at a moment. */
function addressAt(pathname: string, at: string): string {
  return `${pathname}?at=${encodeURIComponent(at)}`;
}

/** A link of the page, in the spelling of an attribute. Files of their own, and what another site has, stay as they are. */
function keepMoment(href: string, at: string): string {
  if (/^\/(?:\/|media\/|_)/.test(href)) return href;
  const [, before = '', fragment = ''] = /^([^#]*)(#.*)?$/s.exec(href) ?? [];
  return `${before}${before.includes('?') ? '&amp;' : '?'}at=${encodeURIComponent(at)}${fragment}`;
}
