import type { ReactNode } from 'react';
import { type Locale, languageCodes } from '#domain/locales.ts';

type Props = {
  name: string;
  title: string;
  /** The language of the title, where it is not that of the editor. */
  titleLocale?: Locale | undefined;
};

/** The name of a module's type, and the module's title, which tells it from others of its type. */
export function ModuleName({ name, title, titleLocale }: Props): ReactNode {
  return (
    <>
      <span className="ed-module-name">{name}</span>
      {title === '' ? null : (
        <span className="ed-module-title" lang={titleLocale && languageCodes[titleLocale]}>
          {' '}
          {title}
        </span>
      )}
    </>
  );
}
