import { Footer } from './Footer.tsx';
import { Header } from './Header.tsx';
import type { SharedFrame } from '#view-model/frame.ts';
import { translateFor } from './i18n/translate.ts';
import { inOnePiece, markup } from './markup.ts';

type SharedMarkup = { header: string; footer: string };

/** The inputs of the markup: the parts of a frame that are the same on every page of a site and locale. */
function listInputs(frame: SharedFrame): readonly unknown[] {
  return [
    frame.site,
    frame.locale,
    frame.siteName,
    frame.tagline,
    frame.copyright,
    frame.homeHref,
    frame.searchHref,
    frame.socialLinks,
  ];
}

/**
 * Header and footer are a third of a page's markup and the same on all pages of a site and locale. They are cached, and
 * rendered again when the reader returns another object or text for anything that they show.
 */
const known = new WeakMap<SharedFrame['menus'], { inputs: readonly unknown[]; markup: SharedMarkup }>();

export function sharedMarkup(frame: SharedFrame): SharedMarkup {
  const inputs = listInputs(frame);
  const entry = known.get(frame.menus);
  if (entry?.inputs.every((input, index) => input === inputs[index])) return entry.markup;
  const t = translateFor(frame.locale);
  const { siteName, homeHref, searchHref, tagline, copyright, menus, socialLinks } = frame;
  const made = {
    header: inOnePiece(markup(Header, { siteName, homeHref, searchHref, menu: menus.main, t })),
    footer: inOnePiece(markup(Footer, { siteName, tagline, copyright, menus, socialLinks, t })),
  };
  known.set(frame.menus, { inputs, markup: made });
  return made;
}

const headerBegins = '<header class="site-header">';
const headerEnds = '</header>';
/** What follows in the header is of the page. */
const languagesBegin = '<details class="language-switcher"';
const footerBegins = '<footer class="site-footer ';
const footerEnds = '</footer>';

const encoded = new WeakMap<SharedMarkup, { header: Buffer; footer: Buffer }>();

function encode(shared: SharedMarkup): { header: Buffer; footer: Buffer } {
  let bytes = encoded.get(shared);
  if (!bytes) encoded.set(shared, (bytes = { header: Buffer.from(shared.header), footer: Buffer.from(shared.footer) }));
  return bytes;
}

/**
 * The file of a page with the header and footer of a frame in place of its own, in memory of its own. Null where they are not found.
 * Nothing before the header, and nothing after the footer, holds texts of the page in which an element could begin.
 */
export function replaceShared(file: Uint8Array, frame: SharedFrame): Uint8Array<ArrayBuffer> | null {
  const page = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  const headerAt = page.indexOf(headerBegins);
  const header = headerAt + headerBegins.length;
  const headerEnd = page.indexOf(headerEnds, header);
  const footer = page.lastIndexOf(footerBegins);
  const footerEnd = page.indexOf(footerEnds, footer) + footerEnds.length;
  if (headerAt < 0 || headerEnd < 0 || footer < headerEnd || footerEnd < footerEnds.length) return null;
  const languages = page.subarray(0, headerEnd).indexOf(languagesBegin, header);
  const shared = encode(sharedMarkup(frame));
  return joined([
    page.subarray(0, header),
    shared.header,
    page.subarray(languages < 0 ? headerEnd : languages, footer),
    shared.footer,
    page.subarray(footerEnd),
  ]);
}

function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  let size = 0;
  for (const part of parts) size += part.length;
  // Never of memory that others have a part of: it is handed over to a thread.
  const whole = Buffer.allocUnsafeSlow(size);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
