import { type ReactNode, useRef } from 'react';
import { Icon } from './icons.tsx';
import { useCopy } from './use-copy.ts';
import './copy-button.css';

type Words = { copy: string; copied: string };
type CopyButtonProps = { text: string; words: Words };

/** Puts a text on the clipboard, and says so. */
export function CopyButton({ text, words }: CopyButtonProps): ReactNode {
  const { isCopied, copy } = useCopy();
  return (
    <span className="copy-button">
      <button
        type="button"
        className="copy-button__button"
        aria-label={`${words.copy}: ${text}`}
        onClick={() => void copy(text)}
      >
        <Icon name={isCopied ? 'check' : 'copy'} />
      </button>
      <Confirmation text={isCopied ? words.copied : ''} />
    </span>
  );
}

/** Puts the code of the block around it on the clipboard: the page has it once. */
export function CopyCode({ words }: { words: Words }): ReactNode {
  const { isCopied, copy } = useCopy();
  const button = useRef<HTMLButtonElement>(null);
  const code = () => button.current?.closest('.code-block')?.querySelector('code')?.textContent ?? '';
  return (
    <span className="copy-button">
      <Confirmation text={isCopied ? words.copied : ''} />
      <button
        ref={button}
        type="button"
        className="copy-button__button"
        aria-label={words.copy}
        title={words.copy}
        onClick={() => void copy(code())}
      >
        <Icon name={isCopied ? 'check' : 'copy'} />
      </button>
    </span>
  );
}

function Confirmation({ text }: { text: string }): ReactNode {
  return (
    <span role="status" className="copy-button__status">
      {text}
    </span>
  );
}
