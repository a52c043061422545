import { type InputHTMLAttributes, type ReactNode, useEffect, useRef } from 'react';
import './control.css';

type SearchInputProps = Pick<InputHTMLAttributes<HTMLInputElement>, 'id' | 'name' | 'placeholder' | 'aria-label'> & {
  /** The query in the address. */
  words: string;
  onSearch: (words: string) => void;
};

const searchDelay = 300;

/**
 * A field that searches once typing pauses. Going back restores the previous words; a field with focus is not changed.
 */
export function SearchInput({ words, onSearch, ...input }: SearchInputProps): ReactNode {
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const shown = useRef<string | null>(null);
  useEffect(() => {
    const element = field.current;
    if (!element || shown.current === words) return;
    const isNew = shown.current === null;
    shown.current = words;
    if (document.activeElement !== element) element.value = words;
    // Text that was typed before hydration counts as well.
    else if (isNew && element.value.trim() !== words) onSearch(element.value.trim());
  }, [words, onSearch]);
  return (
    <input
      {...input}
      ref={field}
      className="control"
      type="search"
      onChange={({ target }) => {
        if (timer.current) clearTimeout(timer.current);
        timer.current = setTimeout(() => onSearch(target.value.trim()), searchDelay);
      }}
    />
  );
}
