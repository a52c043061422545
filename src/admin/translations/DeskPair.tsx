import { type KeyboardEvent, type ReactNode, Suspense, lazy, useId, useState } from 'react';
import { FormProvider } from 'react-hook-form';
import { englishNames, languageCodes } from '#domain/locales.ts';
import { Failure } from '#staff/calls/Failure.tsx';
import { ChangedWords } from '#staff/differences/ChangedWords.tsx';
import { isPublishKey } from '#staff/dialog/use-save-key.ts';
import { TextField } from '#staff/fields/TextField.tsx';
import type { TranslatedText, WrittenField } from '#view-model/translations.ts';
import { Judge } from './Judge.tsx';
import { Problems } from './Problems.tsx';
import { stateNames } from './state-names.ts';
import { Suggestions } from './Suggestions.tsx';
import { type DeskPlace, useWrittenText } from './use-written-text.ts';

const RichTextField = lazy(() => import('#staff/fields/RichTextField.tsx'));

type Props = {
  text: TranslatedText;
  place: DeskPlace;
  /** Something of it is stored now that was not. */
  onSaved: () => void;
  /** The next text is asked for. */
  onDone: () => void;
  onDirty: (isDirty: boolean) => void;
};

/** A text beside its English one, with what can be done about it. */
export function DeskPair(props: Props): ReactNode {
  const { label, state, source, sourceBefore, written } = props.text;
  const id = useId();
  return (
    <div role="group" aria-labelledby={id} className="adm-desk__group">
      <h2 className="adm-desk__field" id={id}>
        {label} <span className={`adm-desk__state adm-desk__state--${state}`}>{stateNames[state]}</span>
      </h2>
      <div>
        <p className="adm-desk__name">English</p>
        <p className="adm-desk__text" lang="en">
          {sourceBefore === null ? source : <ChangedWords before={sourceBefore} after={source} language="en" />}
        </p>
      </div>
      {written ? <Written {...props} written={written} /> : <Elsewhere {...props} />}
    </div>
  );
}

/** A text that only its form can write. */
function Elsewhere({ text, place: { locale }, onSaved }: Props): ReactNode {
  return (
    <div>
      <p className="adm-desk__name">{englishNames[locale]}</p>
      <p className="adm-desk__text" lang={languageCodes[locale]}>
        {text.target ?? <span className="adm-desk__none">Shows the English text</span>}
      </p>
      <div className="adm-desk__acts">
        <a href={text.href}>Write it in its form</a>
        <Judge text={text} locale={locale} onJudged={onSaved} />
      </div>
    </div>
  );
}

type WrittenProps = Props & { written: NonNullable<TranslatedText['written']> };

function Written({ text, place, written, onSaved, onDone, onDirty }: WrittenProps): ReactNode {
  const own = useWrittenText({ text, written, place, onSaved, onDirty });
  const { value, isDirty, isOvertaken, failure } = own;
  // Suggestions are asked for where somebody begins to write.
  const [isActive, setActive] = useState(false);
  const onKeyDown = (event: KeyboardEvent) => {
    if (!isPublishKey(event)) return;
    event.preventDefault();
    event.stopPropagation();
    void own.save(onDone);
  };
  return (
    <div onKeyDownCapture={onKeyDown} onFocus={() => setActive(true)}>
      <FormProvider {...own.form}>
        <Control field={written.field} label={englishNames[place.locale]} />
      </FormProvider>
      {isOvertaken ? (
        <p className="adm-desk__text">
          Stored now: <span lang={languageCodes[place.locale]}>{text.target}</span>
        </p>
      ) : null}
      {isDirty || written.target !== null ? <Problems source={written.source} target={value} /> : null}
      {failure ? (
        <Failure failure={failure}>
          {failure.issues.map(({ message }) => (
            <p key={message}>{message}</p>
          ))}
        </Failure>
      ) : null}
      <div className="adm-desk__acts">
        {isDirty ? <SaveButtons {...own} /> : <Judge text={text} locale={place.locale} onJudged={onSaved} />}
        <button
          type="button"
          className="ed-button ed-button--small ed-button--quiet"
          onClick={() => own.take(written.source)}
        >
          Copy English
        </button>
        <a href={text.href}>Open its form</a>
      </div>
      {isActive ? <Suggestions text={text} locale={place.locale} onTake={own.take} /> : null}
    </div>
  );
}

function Control({ field: { widget, max, required }, label }: { field: WrittenField; label: string }): ReactNode {
  const field = { name: 'value', label, help: null, when: null, nullable: false, initial: null, required, max };
  if (widget !== 'rich-text') return <TextField field={{ ...field, widget }} path="value" />;
  return (
    <Suspense fallback={<p role="status">{label} …</p>}>
      <RichTextField field={{ ...field, widget }} path="value" />
    </Suspense>
  );
}

type SaveProps = { isBusy: boolean; save: (done: () => void) => Promise<void>; reset: () => void };

function SaveButtons({ isBusy, save, reset }: SaveProps): ReactNode {
  return (
    <>
      <button
        type="button"
        className="ed-button ed-button--small ed-button--primary"
        aria-disabled={isBusy ? true : undefined}
        onClick={() => void save(() => {})}
      >
        Save
      </button>
      <button type="button" className="ed-button ed-button--small" onClick={reset}>
        Undo
      </button>
    </>
  );
}
