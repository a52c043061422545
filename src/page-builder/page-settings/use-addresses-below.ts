import { useEffect, useRef, useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { type Locale, defaultLocale } from '#domain/locales.ts';
import { isRecord, getKeys } from '#domain/objects.ts';
import { type ActionOutput, call } from '#staff/calls/api.ts';

type Names = ActionOutput<'findPagePlace'>['locales'];

/**
 * The addresses of the page above, as it is chosen in the form. When another one is chosen, the page's own addresses move below it.
 *
 * @param first the page above when the form was opened
 */
export function useAddressesBelow(first: number | null, isFixed: boolean): Partial<Record<Locale, string>> {
  const { getValues, setValue } = useFormContext();
  const chosen: unknown = useWatch({ name: 'parentId' });
  const parentId = typeof chosen === 'number' ? chosen : null;
  const [names, setNames] = useState<Names>({});
  const movedTo = useRef(first);
  useEffect(() => {
    let isCurrent = true;
    const take = (above: Names) => {
      setNames(above);
      if (movedTo.current === parentId || isFixed) return;
      movedTo.current = parentId;
      const texts: unknown = getValues('locales');
      for (const locale of listLocales(texts)) {
        const path: unknown = getValues(`locales.${locale}.path`);
        if (typeof path === 'string' && path !== '' && path !== '/')
          setValue(`locales.${locale}.path`, moved(path, pathAbove(above, locale)), { shouldDirty: true });
      }
    };
    if (parentId === null) take({});
    else
      void call('findPagePlace', { pageId: parentId }).then((answer) => {
        if (isCurrent && answer.ok) take(answer.value.locales);
      });
    return () => {
      isCurrent = false;
    };
  }, [parentId, isFixed, getValues, setValue]);
  return Object.fromEntries(getKeys(names).map((locale) => [locale, pathAbove(names, locale)]));
}

function listLocales(texts: unknown): Locale[] {
  return isRecord(texts) ? getKeys(texts as Partial<Record<Locale, unknown>>) : [];
}

function pathAbove(names: Names, locale: Locale): string {
  return (names[locale] ?? names[defaultLocale])?.path ?? '';
}

function moved(path: string, above: string): string {
  return `${above === '/' ? '' : above}/${path.split('/').at(-1) ?? ''}`;
}
