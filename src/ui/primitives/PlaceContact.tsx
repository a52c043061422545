import type { ReactNode } from 'react';
import type { ViewContext } from '#view-model/view-props.ts';
import type { Location } from '#view-model/resolved.ts';
import { PhoneLink } from './PhoneLink.tsx';
import './place-contact.css';

/** Where a place is and how it is reached. */
export function PlaceContact({ place, context: { t } }: { place: Location; context: ViewContext }): ReactNode {
  return (
    <address className="place-contact">
      <p translate="no">
        {place.addressLines.map((line, index) => (
          <span key={index}>{line}</span>
        ))}
      </p>
      {place.phone === null && place.email === null ? null : (
        <p>
          {place.phone === null ? null : (
            <PhoneLink number={place.phone}>
              <span className="visually-hidden">{t('places.phone')} </span>
            </PhoneLink>
          )}
          {place.email === null ? null : (
            <a href={`mailto:${place.email}`}>
              <span className="visually-hidden">{t('places.email')} </span>
              {place.email}
            </a>
          )}
        </p>
      )}
    </address>
  );
}
