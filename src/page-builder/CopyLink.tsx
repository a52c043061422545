import { type ReactNode, useState } from 'react';
import { copyConfirmation } from './copy-confirmation.ts';
import { labels } from '#staff/messages/labels.ts';

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
        {labels.copyLink}
      </button>
      <span role="status">{isCopied ? labels.copied : ''}</span>
    </>
  );
}
