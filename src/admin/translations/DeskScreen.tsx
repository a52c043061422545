import type { ReactNode } from 'react';
import { type TargetLocale, englishNames, languageCodes } from '#domain/locales.ts';
import { type KindName, getKindNames } from '#kinds/registry.ts';
import { call } from '#staff/calls/api.ts';
import { Failure } from '#staff/calls/Failure.tsx';
import { useCall } from '#staff/calls/use-call.ts';
import { useSend } from '#staff/calls/use-send.ts';
import { ChangedWords } from '#staff/differences/ChangedWords.tsx';
import type { TranslatedText, TranslationState } from '#view-model/translations.ts';
import { useTitle } from '../forms/use-title.ts';

type Props = { kind: KindName; id: number | string; locale: TargetLocale };

const stateNames: Readonly<Record<TranslationState, string>> = {
  translated: 'Translated',
  checked: 'Checked',
  stale: 'Outdated',
  partly: 'Same as English',
  kept: 'Meant to be the same',
  absent: 'Not translated',
};

/** The texts of a page or record beside their English ones. */
export default function DeskScreen({ kind, id, locale }: Props): ReactNode {
  const language = englishNames[locale];
  useTitle(`Translation into ${language}`);
  const { value, failure, isLoading, reload } = useCall('readTranslation', { kind, id, locale });
  return (
    <main className="ed-screen__main">
      <div className="ed-screen__head">
        <h1 className="ed-screen__title">{value ? `${value.title}: ${language}` : language}</h1>
      </div>
      <p className="ed-picker__status" role="status">
        {isLoading && value === null ? 'Loading …' : null}
      </p>
      {failure ? <Failure failure={failure} onRetry={reload} /> : null}
      {value && value.texts.length === 0 ? (
        <p className="ed-screen__empty">This {getKindNames(kind).one} has no texts to translate.</p>
      ) : null}
      {value && value.texts.length > 0 ? (
        <ol className="adm-desk">
          {value.texts.map((text) => (
            <li key={`${text.part}/${text.path}`} className="adm-desk__pair">
              <Pair text={text} locale={locale} onJudged={reload} />
            </li>
          ))}
        </ol>
      ) : null}
    </main>
  );
}

type PairProps = { text: TranslatedText; locale: TargetLocale; onJudged: () => void };

function Pair({ text, locale, onJudged }: PairProps): ReactNode {
  const { label, state, source, sourceBefore, target, href } = text;
  return (
    <>
      <h2 className="adm-desk__field">
        {label} <span className={`adm-desk__state adm-desk__state--${state}`}>{stateNames[state]}</span>
      </h2>
      <p className="adm-desk__text" lang="en">
        {sourceBefore === null ? source : <ChangedWords before={sourceBefore} after={source} language="en" />}
      </p>
      <p className="adm-desk__text" lang={languageCodes[locale]}>
        {target ?? <span className="adm-desk__none">Shows the English text</span>}
      </p>
      <div className="adm-desk__acts">
        <a href={href}>Edit</a>
        <Judge text={text} locale={locale} onJudged={onJudged} />
      </div>
    </>
  );
}

/** Of a text that is there: whether it is right as it is. */
function Judge({ text, locale, onJudged }: PairProps): ReactNode {
  const { failure, isBusy, send } = useSend();
  const { state, label, sourceHash, targetHash } = text;
  if (targetHash === null || state === 'checked' || state === 'kept') return null;
  const verdict = state === 'partly' ? 'kept' : 'checked';
  const judge = () =>
    send(() => call('judgeTranslation', { locale, sourceHash, targetHash, state: verdict }), onJudged);
  return (
    <>
      <button
        type="button"
        className="ed-button ed-button--small"
        aria-label={`${verdict === 'kept' ? 'Meant to be the same' : 'Right as it is'}: ${label}`}
        aria-disabled={isBusy ? true : undefined}
        onClick={() => void judge()}
      >
        {verdict === 'kept' ? 'Meant to be the same' : 'Right as it is'}
      </button>
      {failure ? <Failure failure={failure} onReload={onJudged} /> : null}
    </>
  );
}
