import type { ReactNode } from 'react';
import { useWatch } from 'react-hook-form';
import type { Locale } from '#domain/locales.ts';
import { withLocale } from '#domain/sites.ts';
import type { ActionOutput } from '#staff/calls/api.ts';

type Props = { locale: Locale; opened: ActionOutput<'openPageSettings'> };

/** What becomes of the address: where visitors find the page now, the redirect that follows, and the pages that move along. */
export function AddressNote({ locale, opened }: Props): ReactNode {
  const { live, below, settings, isFixed } = opened;
  const typed: unknown = useWatch({ name: `locales.${locale}.path` });
  const path = typeof typed === 'string' ? typed.trim() : '';
  const before = live[locale];
  const isMoved = path !== '' && settings.locales[locale] !== undefined && path !== settings.locales[locale]?.path;
  const name = (address: string) => <code>{withLocale(locale, address)}</code>;
  return (
    <div className="ed-settings__address" role="status">
      {isFixed ? (
        <p>Its address is {name(path)}. The site needs the page there.</p>
      ) : before === undefined ? (
        <p>No visitor has been there yet: the page is not published in this language.</p>
      ) : before === path ? (
        <p>Visitors find it there now.</p>
      ) : path === '' ? null : (
        <p>
          Visitors find it at {name(before)} now. Once you publish the page, that address leads to {name(path)}, for
          search engines too.
        </p>
      )}
      {isMoved && below > 0 ? (
        <p>
          {below === 1 ? 'The page below it moves' : `The ${below} pages below it move`} along, each in its own draft.
        </p>
      ) : null}
    </div>
  );
}
