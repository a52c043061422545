import { type ReactNode, type RefObject, createContext, useContext, useState } from 'react';
import { focusAfter } from '../controls/focus-after.ts';
import { ProductValues } from './ProductValues.tsx';

/** Which texts of a form may quote values of products; those of a page all may. */
export const QuotingTexts = createContext<'all' | 'those of languages' | 'none'>('all');

type Options = {
  element: RefObject<HTMLInputElement | HTMLTextAreaElement | null>;
  value: string;
  onChange: (value: string) => void;
};

type TextQuote = {
  onFocus: () => void;
  /** Opens the choice where two braces were typed. */
  onTyped: (typed: string) => void;
  /** Under the field: the button, once the field had the focus, and the choice. */
  choice: ReactNode;
};

/** Quoting values of products in a plain text: by a button, or by typing `{{`. */
export function useTextQuote({ element, value, onChange }: Options): TextQuote {
  const [isTouched, setTouched] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const mayQuote = useContext(QuotingTexts) === 'all';

  const insert = (quote: string) => {
    const start = element.current?.selectionStart ?? value.length;
    const end = element.current?.selectionEnd ?? start;
    const before = value.slice(0, start).replace(/\{\{$/, '');
    focusAfter(
      () => {
        onChange(`${before}${quote}${value.slice(end)}`);
        setOpen(false);
      },
      () => element.current,
    );
    const caret = before.length + quote.length;
    element.current?.setSelectionRange(caret, caret);
  };
  const close = () =>
    focusAfter(
      () => setOpen(false),
      () => element.current,
    );
  return {
    onFocus: () => setTouched(true),
    onTyped: (typed) => {
      onChange(typed);
      const caret = element.current?.selectionStart ?? typed.length;
      if (typed.length > value.length && typed.slice(0, caret).endsWith('{{')) setOpen(mayQuote);
    },
    choice: (
      <>
        {isTouched && mayQuote ? (
          <button
            type="button"
            className="ed-button ed-button--small ed-button--quiet ed-values__open"
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            Insert a product value
          </button>
        ) : null}
        {isOpen ? <ProductValues onPick={insert} onClose={close} /> : null}
      </>
    ),
  };
}
