import { type Language, defaultLocale, languageCodes } from '#domain/locales.ts';
import { type SiteId, splitLocale, withLocale } from '#domain/sites.ts';
import de from '../../public/locales/de/translation.json' with { type: 'json' };
import en from '../../public/locales/en/translation.json' with { type: 'json' };
import ja from '../../public/locales/ja/translation.json' with { type: 'json' };
import ko from '../../public/locales/ko/translation.json' with { type: 'json' };
import zh from '../../public/locales/zh/translation.json' with { type: 'json' };
import { json, secured } from './answers.ts';

const words: Readonly<Record<Language, typeof en.unavailable>> = {
  en: en.unavailable,
  de: de.unavailable,
  ja: ja.unavailable,
  zh: zh.unavailable,
  ko: ko.unavailable,
};

const policy =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
const againSeconds = '30';

/** The answer to what only the Node server can answer, while it is away: a page in the visitor's language, or JSON for scripts. */
export function unavailable(request: Request, site: SiteId | null): Response {
  const { pathname } = new URL(request.url);
  const locale = (site && splitLocale(site, pathname)?.locale) ?? defaultLocale;
  const { title, text, home } = words[languageCodes[locale]];
  const accepted = request.headers.get('accept') ?? '';
  if (!accepted.includes('text/html')) {
    const response = json(503, 'SERVICE_UNAVAILABLE', text);
    response.headers.set('retry-after', againSeconds);
    return response;
  }
  const page = `<!doctype html>
<html lang="${languageCodes[locale]}">
<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">
<title>${title}</title>
<style>
:root { color-scheme: light dark; font: 1.125rem/1.6 "IBM Plex Sans Variable", system-ui, sans-serif }
body { max-width: 34rem; margin: 0 auto; padding: 18vh 1.5rem 2rem }
h1 { font-size: 1.75rem; line-height: 1.25; margin: 0 0 1rem; text-wrap: balance }
a { color: inherit; text-underline-offset: 0.2em }
</style>
<main><h1>${title}</h1><p>${text}</p>${site ? `<p><a href="${withLocale(locale, '/')}">${home}</a></p>` : ''}</main>
</html>
`;
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': policy,
    'retry-after': againSeconds,
  };
  return secured(new Response(request.method === 'HEAD' ? null : page, { status: 503, headers }));
}
