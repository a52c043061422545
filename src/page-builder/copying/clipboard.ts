const key = 'editor:copied-modules';

/** Whether a text is one of copied modules; what is in it is looked at by the server. */
export function isCopied(text: string): boolean {
  return text.startsWith('{"format":"page-modules"');
}

/**
 * Puts the text of copied modules on the clipboard of the system, for other sites and browsers, and stores it for this one. The
 * text comes later than the key that asks for it, which browsers allow where the clipboard is given a promise.
 */
export async function writeClipboard(text: Promise<string | null>): Promise<boolean> {
  const written = (async () => {
    const blob = async () => new Blob([(await text) ?? ''], { type: 'text/plain' });
    await navigator.clipboard.write([new ClipboardItem({ 'text/plain': blob() })]);
  })().catch(() => {
    // Without a permission, or a secure connection, it is pasted in this browser only.
  });
  const copied = await text;
  if (copied === null) return false;
  try {
    localStorage.setItem(key, copied);
  } catch {
    // Without storage it is on the clipboard of the system.
  }
  await written;
  return true;
}

/** What is on the clipboard of the system, or else what was copied in this browser; null where neither has modules. */
export async function readClipboard(): Promise<string | null> {
  const text = await navigator.clipboard?.readText().catch(() => '');
  return [text, storedText()].find((each) => each !== undefined && isCopied(each)) ?? null;
}

function storedText(): string {
  try {
    return localStorage.getItem(key) ?? '';
  } catch {
    return '';
  }
}
