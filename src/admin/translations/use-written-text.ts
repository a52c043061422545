import { useEffect, useEffectEvent } from 'react';
import { type UseFormReturn, useForm, useWatch } from 'react-hook-form';
import type { TargetLocale } from '#domain/locales.ts';
import type { KindName } from '#kinds/registry.ts';
import { fillLines } from '#schema/fill-lines.ts';
import { type RichText, emptyRichText, richTextSchema } from '#schema/rich-text.ts';
import { type CallFailure, call } from '#staff/calls/api.ts';
import { useSend } from '#staff/calls/use-send.ts';
import type { TranslatedText } from '#view-model/translations.ts';

export type DeskPlace = { kind: KindName; id: number | string; locale: TargetLocale };

type Options = {
  text: TranslatedText;
  written: NonNullable<TranslatedText['written']>;
  place: DeskPlace;
  /** Something of it is stored now that was not. */
  onSaved: () => void;
  onDirty: (isDirty: boolean) => void;
};

export type WrittenText = {
  form: UseFormReturn<{ value: unknown }>;
  value: unknown;
  isDirty: boolean;
  isBusy: boolean;
  failure: CallFailure | null;
  /** Saves what was typed; who saves an outdated text as it is says that it is right. `done` is called where nothing is refused. */
  save: (done: () => void) => Promise<void>;
  /** Goes back to what is stored. */
  reset: () => void;
  /** Puts another text in, to be looked at and saved: with the form of the English one, where it comes as lines. */
  take: (text: unknown) => void;
};

/** A text while it is written. What is stored may change meanwhile: what was typed stays. */
export function useWrittenText({ text, written, place, onSaved, onDirty }: Options): WrittenText {
  const isRich = written.field.widget === 'rich-text';
  const stored = written.target ?? (isRich ? emptyRichText : '');
  const form = useForm<{ value: unknown }>({ values: { value: stored }, resetOptions: { keepDirtyValues: true } });
  const value = useWatch({ control: form.control, name: 'value' });
  const { isDirty } = form.formState;
  const { failure, isBusy, send } = useSend();
  const tell = useEffectEvent(onDirty);
  useEffect(() => {
    tell(isDirty);
    return () => tell(false);
  }, [isDirty]);

  const write = (done: () => void) => {
    const sent = form.getValues('value');
    const { part, path } = text;
    const input = { ...place, part, path, before: toInput(written.target), value: toInput(sent) ?? '' };
    return send(
      () => call('writeTranslation', input),
      () => {
        form.reset({ value: sent });
        onSaved();
        done();
      },
      // Theirs is shown beside it.
      ({ code }) => code === 'conflict' && onSaved(),
    );
  };
  const check = async (done: () => void) => {
    const { state, sourceHash, targetHash } = text;
    if (state !== 'stale' || targetHash === null) return done();
    await send(
      () => call('judgeTranslation', { locale: place.locale, sourceHash, targetHash, state: 'checked' }),
      () => {
        onSaved();
        done();
      },
    );
  };
  return {
    form,
    value,
    isDirty,
    isBusy,
    failure,
    save: (done) => (isDirty ? write(done) : check(done)),
    reset: () => form.reset({ value: stored }),
    take: (next) => {
      const english = richTextSchema.safeParse(written.source);
      const isLines = isRich && typeof next === 'string';
      const filled = isLines ? fillLines(english.success ? english.data : emptyRichText, next.split('\n')) : next;
      form.setValue('value', filled, { shouldDirty: true });
    },
  };
}

/** A text as it travels. */
function toInput(value: unknown): string | RichText | null {
  if (typeof value === 'string') return value;
  const document = richTextSchema.safeParse(value);
  return document.success ? document.data : null;
}
