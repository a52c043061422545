import { type ReactNode, useEffect, useState } from 'react';
import { Icon } from './icons.tsx';
import './copy-button.css';

export type CopyButtonProps = {
  text: string;
  words: { copy: string; copied: string };
};

/** How long the confirmation is shown, in milliseconds. */
const confirmation = 2000;

/** Puts a text on the clipboard, and says so. */
export function CopyButton({ text, words }: CopyButtonProps): ReactNode {
  const [copies, setCopies] = useState(0);
  const isCopied = copies > 0;

  useEffect(() => {
    if (copies === 0) return undefined;
    const timer = setTimeout(() => setCopies(0), confirmation);
    return () => clearTimeout(timer);
  }, [copies]);

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setCopies(copies + 1);
    } catch (error) {
      console.error('The text could not be copied', error);
    }
  };

  return (
    <span className="copy-button">
      <button type="button" className="copy-button__button" aria-label={`${words.copy}: ${text}`} onClick={copy}>
        <Icon name={isCopied ? 'check' : 'copy'} />
      </button>
      <span role="status" className="copy-button__status">
        {isCopied ? words.copied : ''}
      </span>
    </span>
  );
}
