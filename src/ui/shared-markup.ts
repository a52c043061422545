import { Footer } from './Footer.tsx';
import { Header } from './Header.tsx';
import type { Frame } from '#view-model/frame.ts';
import { translateFor } from './i18n/translate.ts';
import { inOnePiece, markup } from './markup.ts';

type SharedMarkup = { header: string; footer: string };

/** The inputs of the markup: the parts of a frame that are the same on every page of a site and locale. */
function inputsOf(frame: Frame): readonly unknown[] {
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
const known = new WeakMap<Frame['menus'], { inputs: readonly unknown[]; markup: SharedMarkup }>();

export function sharedMarkup(frame: Frame): SharedMarkup {
  const inputs = inputsOf(frame);
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
