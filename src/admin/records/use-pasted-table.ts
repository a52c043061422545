import { useEffect, useState } from 'react';

/** Cells of a spreadsheet that were pasted into the list: beside all fields and windows, which take texts for themselves. */
export function usePastedTable(): [text: string | null, set: (text: null) => void] {
  const [pasted, setPasted] = useState<string | null>(null);
  useEffect(() => {
    const onPaste = (event: ClipboardEvent) => {
      const { target } = event;
      const isTaken =
        target instanceof Element && target.closest('input, textarea, select, [contenteditable], [role$="dialog"]');
      const text = event.clipboardData?.getData('text/plain') ?? '';
      // A single word is no table.
      if (isTaken || !/[\t\n]/.test(text.trim())) return;
      event.preventDefault();
      setPasted(text);
    };
    document.addEventListener('paste', onPaste);
    return () => document.removeEventListener('paste', onPaste);
  }, []);
  return [pasted, setPasted];
}
