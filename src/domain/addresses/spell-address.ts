import { foldText } from '#domain/text/fold-text.ts';

const german: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue' };

/**
 * A title as addresses are made of it: folded as searches fold it, with the vowels of German written out. Letters of other scripts
 * stay as they are.
 *
 * @example spellForAddress('Prüf\u00adstand Łódź'); // 'pruefstand lodz'
 */
export function spellForAddress(title: string): string {
  return foldText(
    title
      .normalize('NFC')
      .toLowerCase()
      .replaceAll(/[äöü]/g, (letter) => german[letter] ?? letter),
  );
}
