/** A key with the one that commands are given with on this computer, as people write it: Ctrl+Z, and ⌘Z on a Mac. */
export function keyName(key: string): string {
  const isMac = /mac|iphone|ipad/i.test(navigator.userAgent);
  return isMac ? `${key.includes('Shift+') ? '⇧' : ''}⌘${key.replace('Shift+', '')}` : `Ctrl+${key}`;
}
