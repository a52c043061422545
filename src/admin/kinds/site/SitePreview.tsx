import { type ReactNode, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { type Locale, defaultLocale, englishNameOf, languageOf } from '#domain/locales.ts';
import { valueAt } from '#domain/objects.ts';
import { isSiteId, localesOf, withLocale } from '#domain/sites.ts';
import { siteHere } from '#editor/form/editor-site.ts';
import { useRecords } from '#editor/form/records.ts';
import { countCharacters } from '#schema/fields.ts';
import { cutText } from '#ui/cut-text.ts';
import type { RecordId } from '#view-model/records.ts';

/** What result pages show of a title and a description, in characters. */
const shown = { title: 60, description: 160 };

/** The search result and the social card of the home page, as the form has them. */
export default function SitePreview({ id }: { id: RecordId | null }): ReactNode {
  const site = isSiteId(id) ? id : 'main';
  const [localized, settings]: unknown[] = useWatch({ name: ['localized', 'settings'] });
  const [locale, setLocale] = useState<Locale>(defaultLocale);
  const textOf = (name: string) => {
    const own = [locale, defaultLocale].map((of) => valueAt(localized, [of, name])).find(Boolean);
    return typeof own === 'string' ? own : '';
  };
  const title = textOf('title');
  const description = textOf('description');
  const host = siteHere() === site ? location.host : '';
  const address = `${host}${withLocale(locale, '/')}`;
  const picture = valueAt(settings, ['og_image']);
  return (
    <section className="adm-preview-section" aria-labelledby="site-preview">
      <div className="adm-preview-section__head">
        <h2 className="ed-builder__heading" id="site-preview">
          Found and shared
        </h2>
        <div className="adm-tabs" role="group" aria-label="Language of the preview">
          {localesOf(site).map((own) => (
            <button key={own} type="button" aria-pressed={own === locale} onClick={() => setLocale(own)}>
              {englishNameOf[own]}
            </button>
          ))}
        </div>
      </div>
      <div className="adm-found" lang={languageOf[locale]}>
        <figure>
          <figcaption lang="en">Search result</figcaption>
          <div className="adm-result">
            <span className="adm-result__address">{address}</span>
            <span className="adm-result__title">{cutText(title, shown.title)}</span>
            <span className="adm-result__text">{cutText(description, shown.description)}</span>
          </div>
          <Note what="title" text={title} limit={shown.title} />
          <Note what="description" text={description} limit={shown.description} />
        </figure>
        <figure>
          <figcaption lang="en">Card on social networks</figcaption>
          <div className="adm-social">
            <Picture id={typeof picture === 'number' ? picture : null} />
            <span className="adm-social__texts">
              <span className="adm-result__address">{address}</span>
              <strong>{title}</strong>
              <span className="adm-social__text">{description}</span>
            </span>
          </div>
        </figure>
      </div>
    </section>
  );
}

function Picture({ id }: { id: number | null }): ReactNode {
  const [record] = useRecords('image', id === null ? [] : [id]);
  return record?.thumbnail ? (
    <img className="adm-social__picture" src={record.thumbnail} alt="" />
  ) : (
    <span className="adm-social__picture adm-social__picture--none" lang="en">
      {id === null ? 'No picture chosen' : ''}
    </span>
  );
}

function Note({ what, text, limit }: { what: string; text: string; limit: number }): ReactNode {
  const count = countCharacters(text);
  return count <= limit ? null : (
    <p className="ed-field__help" lang="en">
      The {what} has {count} characters; search engines show about {limit}.
    </p>
  );
}
