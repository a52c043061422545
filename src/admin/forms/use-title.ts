import { useEffect } from 'react';

/** Calls the browser's tab after the screen that is open in it. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = title;
  }, [title]);
}
