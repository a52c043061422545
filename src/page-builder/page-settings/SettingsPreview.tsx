import type { ReactNode } from 'react';
import { useWatch } from 'react-hook-form';
import { type Locale, defaultLocale, englishNames, languageCodes } from '#domain/locales.ts';
import { valueAt } from '#domain/objects.ts';
import { withLocale } from '#domain/sites.ts';
import type { ActionOutput } from '#staff/calls/api.ts';
import { SearchResult } from '#staff/preview/SearchResult.tsx';
import { SocialCard } from '#staff/preview/SocialCard.tsx';

type Props = { opened: ActionOutput<'openPageSettings'>; locale: Locale };

/** How search engines and social networks will show the page in a language, at the widths at which they do. */
export function SettingsPreview({ opened: { ofSite, origin, picture }, locale }: Props): ReactNode {
  const own: unknown = useWatch({ name: `locales.${locale}` });
  const text = (name: string) => {
    const value = valueAt(own, [name]);
    return typeof value === 'string' ? value.trim() : '';
  };
  const site = ofSite[locale] ?? ofSite[defaultLocale] ?? { name: '', description: '' };
  const title = text('title');
  const shown = {
    title: title === site.name || title === '' ? site.name : `${title} | ${site.name}`,
    description: text('description') || site.description,
    siteName: site.name,
    host: new URL(origin).host,
    steps: withLocale(locale, text('path')).split('/').filter(Boolean),
  };
  const isHidden = valueAt(own, ['noindex']) === true;
  const pictureId = valueAt(own, ['og_image']);
  return (
    <section className="ed-preview ed-settings__preview" aria-label="Preview">
      <div className="ed-preview__scroll" role="group" aria-label="Previews, scrollable" tabIndex={0}>
        {own === undefined ? (
          <p className="ed-preview__placeholder">
            There is nothing to show: the page is not in {englishNames[locale]}.
          </p>
        ) : (
          <div className="ed-settings__views" lang={languageCodes[locale]}>
            {isHidden ? (
              <p className="ed-preview__placeholder" lang="en">
                Search engines are asked not to list this page. It can still be shared.
              </p>
            ) : (
              <>
                <SearchResult {...shown} on="desktop" />
                <SearchResult {...shown} on="phone" />
              </>
            )}
            <SocialCard
              {...shown}
              title={title || site.name}
              pictureId={typeof pictureId === 'number' ? pictureId : null}
              sitePicture={picture}
            />
          </div>
        )}
      </div>
    </section>
  );
}
