import { useEffect, useEffectEvent, useState } from 'react';
import { type UseFormReturn, useForm, useWatch } from 'react-hook-form';
import type { TargetLocale } from '#domain/locales.ts';
import { isSame } from '#domain/pages/merge-versions.ts';
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
  /** A colleague has saved another text while this one was written. */
  isOvertaken: boolean;
  isBusy: boolean;
  failure: CallFailure | null;
  /** Saves what was typed; who saves an outdated text as it is says that it is right. `done` is called where nothing is refused. */
  save: (done: () => void) => Promise<void>;
  /** Goes back to what is stored. */
  reset: () => void;
  /** Puts another text in, to be looked at and saved: with the form of the English one, where it comes as lines. */
  take: (text: unknown) => void;
};

/** A text while it is written. What a colleague stores meanwhile takes the place of nothing that was typed. */
export function useWrittenText({ text, written, place, onSaved, onDirty }: Options): WrittenText {
  const isRich = written.field.widget === 'rich-text';
  const stored = written.target;
  const blank = isRich ? emptyRichText : '';
  /** The stored text that this one was begun with. */
  const [begun, setBegun] = useState(stored);
  const form = useForm<{ value: unknown }>({
    values: { value: begun ?? blank },
    resetOptions: { keepDirtyValues: true },
  });
  const value = useWatch({ control: form.control, name: 'value' });
  const isDirty = !isSame(value, begun ?? blank);
  const { failure, isBusy, send, clear } = useSend();
  const isOvertaken = failure?.code === 'conflict';
  const tell = useEffectEvent(onDirty);
  useEffect(() => {
    tell(isDirty);
    return () => tell(false);
  }, [isDirty]);
  const [followed, setFollowed] = useState(stored);
  if (followed !== stored) {
    setFollowed(stored);
    if (!isDirty && !isSame(stored, begun)) setBegun(stored);
  }
  const begin = (next: unknown) => {
    setBegun(next);
    form.reset({ value: next ?? blank });
    clear();
  };

  const write = (done: () => void) => {
    const sent = form.getValues('value');
    const { part, path } = text;
    const input = { ...place, part, path, before: toInput(isOvertaken ? stored : begun), value: toInput(sent) ?? '' };
    return send(
      () => call('writeTranslation', input),
      ({ target }) => {
        if (isSame(form.getValues('value'), sent)) begin(target);
        else setBegun(target);
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
    isOvertaken,
    isBusy,
    failure,
    save: (done) => (isDirty ? write(done) : check(done)),
    reset: () => begin(stored),
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
