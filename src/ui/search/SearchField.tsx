import { type InputHTMLAttributes, type ReactNode, useEffect, useEffectEvent, useRef } from 'react';
import { maxQueryLength } from '#domain/search/search.ts';
import { Icon } from '../primitives/icons.tsx';
import type { SearchTexts } from './search-texts.ts';

type SearchFieldProps = {
  id: string;
  action: string;
  words: Pick<SearchTexts, 'label' | 'placeholder' | 'submit'>;
  value: string;
  onType: (value: string) => void;
  onSubmit: () => void;
  input?: InputHTMLAttributes<HTMLInputElement>;
};

/** The search field: a form that the search page answers without a script. */
export function SearchField({ id, action, words, value, onType, onSubmit, input }: SearchFieldProps): ReactNode {
  const field = useRef<HTMLInputElement>(null);
  const takeOver = useEffectEvent(() => {
    // Text that was typed before hydration counts as well.
    const typed = field.current?.value ?? value;
    if (typed !== value) onType(typed);
  });
  useEffect(() => takeOver(), []);
  return (
    <form
      className="search-field"
      role="search"
      action={action}
      method="get"
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      <label className="visually-hidden" htmlFor={id}>
        {words.label}
      </label>
      <input
        id={id}
        className="search-field__input"
        type="search"
        name="query"
        maxLength={maxQueryLength}
        placeholder={words.placeholder}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        {...input}
        ref={field}
        value={value}
        onChange={({ currentTarget }) => onType(currentTarget.value)}
      />
      <button type="submit" className="button search-field__submit">
        <Icon name="search" />
        <span>{words.submit}</span>
      </button>
    </form>
  );
}
