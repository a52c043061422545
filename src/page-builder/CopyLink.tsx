import { type ReactNode, useState } from 'react';
import { copyConfirmation } from './copy-confirmation.ts';
import { words } from '#staff/words.ts';

/** Puts an address on the clipboard, and says so. */
export function CopyLink({ href }: { href: string }): ReactNode {
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(href);
      setCopied(true);
      setTimeout(() => setCopied(false), copyConfirmation);
    } catch (error) {
      console.error('The link could not be copied', error);
    }
  };
  return (
    <>
      <button type="button" className="ed-button" onClick={() => void copy()}>
        {words.copyLink}
      </button>
      <span role="status">{isCopied ? words.copied : ''}</span>
    </>
  );
}
