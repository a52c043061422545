import { useEffect, useState } from 'react';
import type { RegisteredType } from '#modules/definitions.ts';
import type { Translate, ViewContext } from '#view-model/view-props.ts';
import { loadView } from '#modules/views.ts';
import type { EditorState } from '#server/editor/editor-state.ts';
import { loadTranslate } from './load-translate.ts';

type View = Awaited<ReturnType<typeof loadView>>['View'];

/** A view and the translations of a locale, each loaded once; null until then. */
export function useView(
  { site, locale }: Pick<EditorState, 'site' | 'locale'>,
  type: RegisteredType,
): { View: View; context: ViewContext } | null {
  const [parts, setParts] = useState<{ View: View; context: ViewContext } | null>(null);
  useEffect(() => {
    let isCurrent = true;
    void Promise.all([loadView(type), loadTranslate(locale)]).then(([{ View }, t]: [{ View: View }, Translate]) => {
      if (isCurrent) setParts({ View, context: { site, locale, t } });
    });
    return () => {
      isCurrent = false;
    };
  }, [site, locale, type]);
  return parts;
}
