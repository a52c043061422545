import type { InputHTMLAttributes, ReactNode } from 'react';
import { maxQueryLength } from '#domain/search.ts';
import { Icon } from '../primitives/icons.tsx';
import type { SearchWords } from './words.ts';

type SearchFieldProps = {
  id: string;
  action: string;
  words: Pick<SearchWords, 'label' | 'placeholder' | 'submit'>;
  onSubmit?: () => void;
  input: InputHTMLAttributes<HTMLInputElement>;
};

/** The field in which visitors say what they look for: a form that the search page answers by itself. */
export function SearchField({ id, action, words, onSubmit, input }: SearchFieldProps): ReactNode {
  return (
    <form
      className="search-field"
      role="search"
      action={action}
      method="get"
      onSubmit={
        onSubmit &&
        ((event) => {
          event.preventDefault();
          onSubmit();
        })
      }
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
      />
      <button type="submit" className="button search-field__submit">
        <Icon name="search" />
        <span>{words.submit}</span>
      </button>
    </form>
  );
}
