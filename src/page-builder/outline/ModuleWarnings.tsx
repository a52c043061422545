import type { ReactNode } from 'react';
import { type Locale, englishNames } from '#domain/locales.ts';
import { ToolIcon } from '#staff/controls/ToolIcon.tsx';
import type { DraftWarning } from './use-draft-warnings.ts';

type Props = { warnings: readonly DraftWarning[]; locale: Locale; className?: string; id?: string };

/** The warnings about one module; nothing where there are none. */
export function ModuleWarnings({ warnings, locale, className = '', id }: Props): ReactNode {
  if (warnings.length === 0) return null;
  return (
    <ul id={id} className={`ed-tree__warnings ${className}`} aria-label="Warnings">
      {warnings.map((warning) => (
        <li key={JSON.stringify(warning)}>
          <ToolIcon name="warning" />
          <span>
            {warning.field === '' ? '' : `${warning.field}: `}
            {warning.message}
            {joinLanguages(warning, locale)}
          </span>
        </li>
      ))}
    </ul>
  );
}

/** Named where it is not about the language of the page. */
function joinLanguages({ places }: DraftWarning, locale: Locale): string {
  if (places.length === 0 || places.some((place) => place.locale === locale)) return '';
  return ` (${places.map((place) => englishNames[place.locale]).join(', ')})`;
}
