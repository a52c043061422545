import { type ReactNode, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { type Locale, defaultLocale, englishNames, languageCodes } from '#domain/locales.ts';
import { valueAt } from '#domain/objects.ts';
import { isSiteId, getLocales, withLocale } from '#domain/sites.ts';
import { siteHere } from '#staff/calls/editor-site.ts';
import { SearchResult } from '#staff/preview/SearchResult.tsx';
import { SocialCard } from '#staff/preview/SocialCard.tsx';
import type { RecordId } from '#view-model/records.ts';

/** The search result and the social card of the home page, as the form has them. */
export default function SitePreview({ id }: { id: RecordId | null }): ReactNode {
  const site = isSiteId(id) ? id : 'main';
  const [localized, settings]: unknown[] = useWatch({ name: ['localized', 'settings'] });
  const [locale, setLocale] = useState<Locale>(defaultLocale);
  const getText = (name: string) => {
    const own = [locale, defaultLocale].map((of) => valueAt(localized, [of, name])).find(Boolean);
    return typeof own === 'string' ? own : '';
  };
  const title = getText('title');
  const description = getText('description');
  const host = siteHere() === site ? location.host : '';
  const steps = withLocale(locale, '/').split('/').filter(Boolean);
  const result = { title, description, siteName: title, host, steps };
  const picture = valueAt(settings, ['og_image']);
  return (
    <section className="adm-preview-section" aria-labelledby="site-preview">
      <div className="adm-preview-section__head">
        <h2 className="ed-builder__heading" id="site-preview">
          Found and shared
        </h2>
        <div className="ed-tabs" role="group" aria-label="Language of the preview">
          {getLocales(site).map((own) => (
            <button key={own} type="button" aria-pressed={own === locale} onClick={() => setLocale(own)}>
              {englishNames[own]}
            </button>
          ))}
        </div>
      </div>
      <div className="adm-found" lang={languageCodes[locale]}>
        <SearchResult {...result} on="desktop" />
        <SearchResult {...result} on="phone" />
        <SocialCard {...result} pictureId={typeof picture === 'number' ? picture : null} sitePicture={null} />
      </div>
    </section>
  );
}
