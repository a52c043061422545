import { type ReactNode, useCallback, useRef, useState } from 'react';
import { englishNames, languageCodes } from '#domain/locales.ts';
import { getKindNames } from '#kinds/registry.ts';
import { TextLanguage } from '#staff/calls/editor-site.ts';
import { Failure } from '#staff/calls/Failure.tsx';
import { useCall } from '#staff/calls/use-call.ts';
import { focusSoon } from '#staff/controls/focus-soon.ts';
import { useLeaveQuestion } from '#staff/dialog/use-leave-question.tsx';
import { describeCount } from '#staff/messages/count.ts';
import type { TranslatedText, TranslationDesk } from '#view-model/translations.ts';
import { useTitle } from '../forms/use-title.ts';
import { DeskPair } from './DeskPair.tsx';
import type { DeskPlace } from './use-written-text.ts';

type Props = DeskPlace;

const keyOf = ({ part, path }: TranslatedText) => `${part}/${path}`;
/** Whether a translator still has something to do: a text that is as in English may be meant to. */
const isOpen = ({ state }: TranslatedText) => state === 'stale' || state === 'absent' || state === 'partly';

/** The texts of a page or record beside their English ones, to be written one after another. */
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
        <TextLanguage value={languageCodes[locale]}>
          <Texts desk={value} place={{ kind, id, locale }} onSaved={reload} />
        </TextLanguage>
      ) : null}
    </main>
  );
}

type TextsProps = { desk: TranslationDesk; place: Props; onSaved: () => void };

function Texts({ desk: { texts }, place, onSaved }: TextsProps): ReactNode {
  const list = useRef<HTMLOListElement>(null);
  const [unsaved, setUnsaved] = useState<ReadonlySet<string>>(new Set());
  const [isOpenOnly, setOpenOnly] = useState(false);
  /** Those that were to do when only they were asked for: what is done meanwhile stays where it is. */
  const [kept, setKept] = useState<ReadonlySet<string>>(new Set());
  const { question } = useLeaveQuestion(unsaved.size > 0, () => {}, 'What you wrote here has not been saved.');
  const setDirty = useCallback((key: string, isDirty: boolean) => {
    setUnsaved((before) => {
      if (before.has(key) === isDirty) return before;
      const next = new Set(before);
      if (isDirty) next.add(key);
      else next.delete(key);
      return next;
    });
  }, []);
  const open = texts.filter(isOpen);
  const shown = isOpenOnly ? texts.filter((text) => isOpen(text) || kept.has(keyOf(text))) : texts;
  const goOn = (key: string) => {
    const own = shown.findIndex((text) => keyOf(text) === key);
    const next = shown.slice(own + 1).find((text) => isOpen(text) && text.written !== null);
    const at = next && `[data-text="${CSS.escape(keyOf(next))}"] :is(input, textarea, [role='textbox'])`;
    focusSoon(() =>
      at ? (list.current?.querySelector<HTMLElement>(at) ?? null) : document.getElementById('desk-left'),
    );
  };
  return (
    <>
      <div className="adm-desk__bar">
        <p id="desk-left" role="status" tabIndex={-1}>
          {open.length === 0
            ? 'All texts are translated.'
            : `${open.length} of ${describeCount(texts.length, 'text')} to do.`}
          {unsaved.size > 0 ? ` ${describeCount(unsaved.size, 'text')} not saved.` : null}
        </p>
        <label className="ed-check">
          <input
            type="checkbox"
            checked={isOpenOnly}
            onChange={({ target }) => {
              setOpenOnly(target.checked);
              setKept(new Set(open.map(keyOf)));
            }}
          />
          <span>Only what is to do</span>
        </label>
        <p className="adm-desk__keys">
          <kbd>Ctrl</kbd>+<kbd>Enter</kbd> saves a text and goes on to the next that is to do
        </p>
      </div>
      <ol className="adm-desk" ref={list}>
        {shown.map((text) => (
          <li key={keyOf(text)} className="adm-desk__pair" data-text={keyOf(text)}>
            <DeskPair
              text={text}
              place={place}
              onSaved={onSaved}
              onDone={() => goOn(keyOf(text))}
              onDirty={(isDirty) => setDirty(keyOf(text), isDirty)}
            />
          </li>
        ))}
      </ol>
      {question}
    </>
  );
}
