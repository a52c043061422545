import type { ReactNode } from 'react';
import { type TargetLocale, languageCodes } from '#domain/locales.ts';
import { useCall } from '#staff/calls/use-call.ts';
import type { TranslatedText } from '#view-model/translations.ts';

type Props = { text: TranslatedText; locale: TargetLocale; onTake: (words: string) => void };

/** What the sites have said for this English text, or one that is much like it. */
export function Suggestions({ text: { sourceHash, targetHash }, locale, onTake }: Props): ReactNode {
  const { current } = useCall('suggestTranslations', { locale, sourceHash });
  const others = (current ?? []).filter((suggestion) => suggestion.targetHash !== targetHash);
  if (others.length === 0) return null;
  return (
    <ul className="adm-desk__memory" aria-label="Said before">
      {others.map(({ targetHash: key, source, target, percentage }) => (
        <li key={key}>
          <button type="button" className="ed-button ed-button--small" onClick={() => onTake(target)}>
            Use
          </button>{' '}
          <span className="adm-desk__share">{percentage} %</span> <span lang={languageCodes[locale]}>{target}</span>
          {percentage < 100 ? (
            <span className="adm-desk__from">
              {' '}
              for “<span lang="en">{source}</span>”
            </span>
          ) : null}
        </li>
      ))}
    </ul>
  );
}
