import type { ReactNode } from 'react';
import { countryName } from '#domain/countries.ts';
import type { ViewContext } from '#view-model/view-props.ts';
import { choicesByName } from '../../lists/choices.ts';
import { NarrowList } from '../../lists/NarrowList.tsx';
import { land } from '../../maps/land.ts';
import { mapHeight, mapWidth, projectPlace } from '../../maps/world.ts';
import { Icon } from '../../primitives/icons.tsx';
import { PhoneLink } from '../../primitives/PhoneLink.tsx';
import { nameList } from '../../primitives/place-name.ts';
import type { Seller, SellersContent } from '#view-model/screens/sellers.ts';

type CountryName = (code: string) => string;

/** Who sells the products, or advises customers: on a map, and region by region. */
export function SellersScreen({ sellers, context }: SellersContent & { context: ViewContext }): ReactNode {
  const { t, locale } = context;
  if (sellers.length === 0) return <p className="sellers sellers__empty">{t('sellers.empty')}</p>;
  const nameOf: CountryName = (code) => countryName(code, locale);
  const regions = [...Map.groupBy(sellers, ({ region }) => region ?? 'other')];
  const countries = new Map(sellers.flatMap((seller) => seller.countries.map((code) => [code, nameOf(code)])));
  return (
    <>
      <SellersMap sellers={sellers} context={context} />
      <section className="sellers" aria-label={t('sellers.title')}>
        <NarrowList
          id="sellers"
          filters={[
            {
              name: 'region',
              as: 'select',
              label: t('sellers.region'),
              all: t('sellers.allRegions'),
              options: regions.map(([region]) => ({ value: region, label: t(`sellers.regions.${region}`) })),
            },
            {
              name: 'country',
              as: 'select',
              label: t('sellers.country'),
              all: t('sellers.allCountries'),
              options: choicesByName(countries, locale),
            },
          ]}
          total={sellers.length}
          shown={t('sellers.shown', { shown: '%s', total: sellers.length })}
          none={t('sellers.none')}
          t={t}
          list={
            <>
              {regions.map(([region, those]) => (
                <section key={region} className="sellers__region" id={`region-${region}`} data-part="">
                  <h2 className="sellers__title">{t(`sellers.regions.${region}`)}</h2>
                  <ul className="sellers__list">
                    {those.map((seller) => (
                      <Entry key={seller.id} seller={seller} nameOf={nameOf} context={context} />
                    ))}
                  </ul>
                </section>
              ))}
            </>
          }
        />
      </section>
    </>
  );
}

/** The world with a mark for each, which leads to its entry. Drawn where the page is made. */
function SellersMap({ sellers, context: { t } }: { sellers: readonly Seller[]; context: ViewContext }): ReactNode {
  const marks = sellers.flatMap(({ id, name, position }) =>
    position ? [{ id, name, at: projectPlace(position) }] : [],
  );
  if (marks.length === 0) return null;
  return (
    <div className="sellers-map on-grey">
      <svg viewBox={`0 0 ${mapWidth} ${mapHeight}`} role="group" aria-label={t('places.map')}>
        <path className="sellers-map__land" d={land} aria-hidden="true" />
        {marks.map(({ id, name, at }) => (
          <a key={id} href={`#seller-${id}`} aria-label={name}>
            <circle className="sellers-map__reach" cx={at.x} cy={at.y} r={18} />
            <circle className="sellers-map__mark" cx={at.x} cy={at.y} r={7} />
          </a>
        ))}
      </svg>
    </div>
  );
}

type EntryProps = { seller: Seller; nameOf: CountryName; context: ViewContext };

function Entry({ seller, nameOf, context: { t, locale } }: EntryProps): ReactNode {
  const { id, name, region, countries, addressLines, phone, email, url, note } = seller;
  return (
    <li
      id={`seller-${id}`}
      className="sellers__entry"
      data-item=""
      data-region={region ?? 'other'}
      data-country={countries.join(' ')}
    >
      <h3 className="sellers__name" translate="no">
        {name}
      </h3>
      {note === '' ? null : <p className="sellers__note">{note}</p>}
      <p className="sellers__countries">{nameList(countries.map(nameOf), locale)}</p>
      <address>
        <p className="sellers__lines" translate="no">
          {addressLines
            .filter((line) => line !== name)
            .map((line, index) => (
              <span key={index}>{line}</span>
            ))}
        </p>
        <p className="sellers__lines">
          {phone === null ? null : (
            <PhoneLink number={phone}>
              <span className="visually-hidden">{t('places.phone')} </span>
            </PhoneLink>
          )}
          {email === null ? null : (
            <a href={`mailto:${email}`}>
              <span className="visually-hidden">{t('places.email')} </span>
              {email}
            </a>
          )}
          {url === null ? null : (
            <a href={url} target="_blank" rel="noopener">
              {new URL(url).hostname.replace(/^www\./, '')}
              <span className="visually-hidden"> ({t('link.newTab')})</span>
              <Icon name="external" />
            </a>
          )}
        </p>
      </address>
    </li>
  );
}
