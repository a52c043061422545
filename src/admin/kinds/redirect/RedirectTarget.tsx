import { type ReactNode, useEffect, useId, useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { defaultLocale } from '#domain/locales.ts';
import { useErrorAt } from '#staff/fields/FieldShell.tsx';
import { Fields } from '#staff/fields/Fields.tsx';
import type { OwnField } from '../../records/own-form.ts';

type Way = 'page' | 'address';

const ways = [
  ['page', 'A page: it is followed when that moves'],
  ['address', 'An address'],
] as const;

/** Where a redirect leads: to a page in a language, or to an address. Of what is gone there is nothing to say. */
export default function RedirectTarget({ field, path, fields }: OwnField): ReactNode {
  const { setValue } = useFormContext();
  const [status, to, page, locale, kind]: unknown[] = useWatch({
    name: ['status', path, 'page', 'locale', 'row_kind'],
  });
  const hasAddress = typeof to === 'string' && to !== '';
  const hasPage = typeof page === 'number';
  const [chosen, choose] = useState<Way>('page');
  const way = hasPage ? 'page' : hasAddress ? 'address' : chosen;
  const error = useErrorAt(path);
  const id = useId();
  // Which language is a question where the page has several, and most redirects are of English addresses.
  useEffect(() => {
    if (hasPage && typeof locale !== 'string') setValue('locale', defaultLocale, { shouldDirty: true });
  }, [hasPage, locale, setValue]);
  const turn = (next: Way) => {
    choose(next);
    const left = next === 'page' ? [path] : ['page', 'locale'];
    for (const name of left) setValue(name, null, { shouldDirty: true });
  };
  if (typeof kind === 'string') {
    return <p className="ed-table__quiet">It leads to the page of its record, wherever that is.</p>;
  }
  if (Number(status) === 410) {
    return (
      <p className="ed-table__quiet">It leads nowhere: who opens the old address is told that the page is gone.</p>
    );
  }
  const own = way === 'page' ? fields.filter(({ name }) => name === 'page' || name === 'locale') : [field];
  return (
    <fieldset className="ed-group" aria-describedby={error && way === 'page' ? `${id}-error` : undefined}>
      <legend className="ed-group__legend">Leads to</legend>
      {ways.map(([name, label]) => (
        <label key={name} className="ed-check">
          <input type="radio" name={`${id}-way`} checked={way === name} onChange={() => turn(name)} />
          <span>{label}</span>
        </label>
      ))}
      <Fields fields={own} path="" />
      {error && way === 'page' ? (
        <p className="ed-field__error" id={`${id}-error`}>
          {error}
        </p>
      ) : null}
    </fieldset>
  );
}
