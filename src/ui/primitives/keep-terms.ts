/** What stands before and behind a hyphen in a name of few signs: USB-C, AEC-Q100, RS-485, and whatever is of I²C. */
const inTerm = /(?<=\b[A-Z]{1,4})-(?=(?:[A-Z]\d*|\d+)\b)|(?<=I²C)-(?=\p{L})/gu;
/** An abbreviation and its number: Art. 53. */
const inReference = /\b(Art|No|Nr)\. (?=\d)/g;

/** A text whose lines do not end within a short term. For what is only read: a search for the term would not find it. */
export function keepTerms(text: string): string {
  return text.replace(inTerm, '\u2011').replace(inReference, '$1.\u00a0');
}
