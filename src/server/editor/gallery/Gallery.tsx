import type { ReactNode } from 'react';
import { englishNames } from '#domain/locales.ts';
import { getLocales } from '#domain/sites.ts';
import { Modules } from '#modules/Modules.tsx';
import { getDefinition } from '#modules/definitions.ts';
import type { ViewContext } from '#view-model/view-props.ts';
import { capital } from '#kinds/registry.ts';
import { galleryPath } from '#domain/addresses/gallery-path.ts';
import { describeType } from '#modules/describe-type.ts';
import { isAddable } from '#modules/addable-types.ts';
import { addHref, galleryBackgrounds, galleryHref } from './gallery-query.ts';
import type { GalleryPage, GallerySample } from './read-gallery.ts';
import { listSampleStates } from './sample-states.ts';

type Props = { gallery: GalleryPage; context: ViewContext };

/** Every module type in its states, on its backgrounds, in the site's languages: to choose one, and to look at all of them. */
export function Gallery({ gallery, context }: Props): ReactNode {
  const { query } = gallery;
  return (
    <>
      <GalleryBar gallery={gallery} />
      {query.type === null ? (
        <TypeList gallery={gallery} context={context} />
      ) : (
        <main className="gallery__samples" id="content">
          {gallery.samples.map((sample) => (
            <Sample key={sample.module.id} sample={sample} gallery={gallery} context={context} />
          ))}
        </main>
      )}
    </>
  );
}

function GalleryBar({ gallery: { site, query, types } }: { gallery: GalleryPage }): ReactNode {
  const [type] = query.type === null || query.type === 'all' ? [] : types;
  const locales = getLocales(site);
  return (
    <header className="gallery-bar" lang="en">
      <div className="gallery-bar__title">
        {query.type === null ? null : <a href={galleryHref(query, { type: null, state: null })}>All modules</a>}
        <h1>{type ? getDefinition(type).displayName : 'Modules'}</h1>
        {type ? <p className="gallery-bar__description">{capital(describeType(type))}</p> : null}
      </div>
      <form className="gallery-bar__form" action={galleryPath}>
        {query.type === null ? null : <input type="hidden" name="type" value={query.type} />}
        {query.page === null ? null : <input type="hidden" name="page" value={query.page} />}
        {type ? null : (
          <label>
            Search
            <input type="search" name="search" defaultValue={query.search} placeholder="Search modules..." />
          </label>
        )}
        {type ? (
          <Choice
            label="State"
            name="state"
            value={query.state ?? ''}
            options={[['', 'All states'], ...listSampleStates(type).map(({ key, name }) => [key, name] as const)]}
          />
        ) : null}
        <Choice
          label="Background"
          name="background"
          value={query.background ?? ''}
          options={[
            ['', 'Its own'],
            ...galleryBackgrounds.map((name) => [name, name] as const),
            ...(type ? [['all', 'All five'] as const] : []),
          ]}
        />
        {locales.length > 1 ? (
          <Choice
            label="Language"
            name="locale"
            value={query.locale}
            options={locales.map((locale) => [locale, englishNames[locale]] as const)}
          />
        ) : null}
        {query.locale === 'en' ? null : (
          <label className="gallery-bar__check">
            <input type="checkbox" name="texts" value="english" defaultChecked={query.isEnglish} />
            Not translated yet
          </label>
        )}
        <button type="submit">Show</button>
        {type && query.page !== null && isAddable(type) ? (
          <a className="gallery-bar__add" href={addHref(query.page, type)}>
            Add this module
          </a>
        ) : null}
      </form>
    </header>
  );
}

type ChoiceProps = { label: string; name: string; value: string; options: readonly (readonly [string, string])[] };

function Choice({ label, name, value, options }: ChoiceProps): ReactNode {
  return (
    <label>
      {label}
      <select name={name} defaultValue={value}>
        {options.map(([key, text]) => (
          <option key={key} value={key}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}

/** The types to choose from, each with a small picture of itself: the module, drawn smaller. */
function TypeList({ gallery, context }: Props): ReactNode {
  const { query, samples, types } = gallery;
  const { page } = query;
  return (
    <main className="gallery__types" id="content" lang="en">
      {types.length === 0 ? (
        <p>No module is called “{query.search.trim()}”. Try another word, such as “header” or “text”.</p>
      ) : (
        <p role="status">{types.length === 1 ? '1 module' : `${types.length} modules`}</p>
      )}
      <ul className="gallery__list">
        {types.map((type) => {
          const shown = samples.find((sample) => sample.type === type);
          return (
            <li key={type} className="gallery-type">
              <div className="gallery-type__picture" inert aria-hidden="true">
                <div className="gallery-type__page" data-picture-of={type}>
                  {shown ? <ModuleOf sample={shown} context={context} /> : null}
                </div>
              </div>
              <h2 className="gallery-type__name">
                <a href={galleryHref(query, { type, search: '' })}>{getDefinition(type).displayName}</a>
              </h2>
              <p className="gallery-type__description">{capital(describeType(type))}</p>
              {page !== null && isAddable(type) ? (
                <a className="gallery-type__add" href={addHref(page, type)}>
                  Add<span className="visually-hidden"> {getDefinition(type).displayName}</span>
                </a>
              ) : null}
            </li>
          );
        })}
      </ul>
    </main>
  );
}

function Sample({ sample, gallery, context }: Props & { sample: GallerySample }): ReactNode {
  const { type, state, background } = sample;
  const name = [
    gallery.query.type === 'all' ? getDefinition(type).displayName : '',
    gallery.query.type === 'all' && state.key === 'usual' ? '' : state.name,
    background,
  ];
  return (
    <section className="gallery-sample" data-sample={`${type} ${state.key} ${background}`.trim()}>
      <h2 className="gallery-sample__name" lang="en">
        {name.filter(Boolean).join(', ')}
      </h2>
      <ModuleOf sample={sample} context={context} />
    </section>
  );
}

function ModuleOf({ sample, context }: { sample: GallerySample; context: ViewContext }): ReactNode {
  return (
    <div className="gallery-sample__module">
      <Modules modules={[sample.module]} context={context} />
    </div>
  );
}
