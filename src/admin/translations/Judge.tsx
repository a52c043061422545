import type { ReactNode } from 'react';
import type { TargetLocale } from '#domain/locales.ts';
import { call } from '#staff/calls/api.ts';
import { Failure } from '#staff/calls/Failure.tsx';
import { useSend } from '#staff/calls/use-send.ts';
import type { TranslatedText } from '#view-model/translations.ts';

type Props = { text: TranslatedText; locale: TargetLocale; onJudged: () => void };

/** Of a text that is there: whether it is right as it is. */
export function Judge({ text, locale, onJudged }: Props): ReactNode {
  const { failure, isBusy, send } = useSend();
  const { state, label, sourceHash, targetHash } = text;
  if (targetHash === null || state === 'checked' || state === 'kept') return null;
  const verdict = state === 'partly' ? 'kept' : 'checked';
  const words = verdict === 'kept' ? 'Meant to be the same' : 'Right as it is';
  const judge = () =>
    send(() => call('judgeTranslation', { locale, sourceHash, targetHash, state: verdict }), onJudged);
  return (
    <>
      <button
        type="button"
        className="ed-button ed-button--small"
        aria-label={`${words}: ${label}`}
        aria-disabled={isBusy ? true : undefined}
        onClick={() => void judge()}
      >
        {words}
      </button>
      {failure ? <Failure failure={failure} onReload={onJudged} /> : null}
    </>
  );
}
