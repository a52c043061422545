import { useState } from 'react';

const key = 'admin:navigation';

/** Whether the navigation shows icons only: by the person's choice, else as suits the screen. */
export function useFolded(byScreen: boolean): [boolean, (isFolded: boolean) => void] {
  const [isFolded, setFolded] = useState(() => read() ?? byScreen);
  const change = (next: boolean) => {
    setFolded(next);
    try {
      localStorage.setItem(key, next ? 'folded' : 'open');
    } catch {
      // Without storage the choice is for this screen.
    }
  };
  return [isFolded, change];
}

function read(): boolean | null {
  try {
    const stored = localStorage.getItem(key);
    return stored === null ? null : stored === 'folded';
  } catch {
    return null;
  }
}
