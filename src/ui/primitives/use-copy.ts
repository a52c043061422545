import { useEffect, useState } from 'react';

/** How long the confirmation is shown, in milliseconds. */
const confirmation = 2000;

/** Puts a text on the clipboard; `isCopied` for a while afterwards. */
export function useCopy(): { isCopied: boolean; copy: (text: string) => Promise<void> } {
  const [copies, setCopies] = useState(0);
  useEffect(() => {
    if (copies === 0) return undefined;
    const timer = setTimeout(() => setCopies(0), confirmation);
    return () => clearTimeout(timer);
  }, [copies]);
  const copy = async (text: string) => {
    try {
      await navigator.clipboard.writeText(text);
      setCopies(copies + 1);
    } catch (error) {
      console.error('The text could not be copied', error);
    }
  };
  return { isCopied: copies > 0, copy };
}
