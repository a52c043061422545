import { text } from './answers.ts';

/** The answer to a host that is none of ours. */
export function noSite(): Response {
  return text(404, 'There is no site on this host.');
}

/** The answer to a method that an address does not take; null for one that it does. */
export function wrongMethod(methods: readonly string[], method: string): Response | null {
  if (methods.includes(method)) return null;
  const allow = methods.join(', ');
  const sentence = methods.includes('POST')
    ? `This address is called with ${allow}.`
    : 'This address can only be read.';
  return text(405, sentence, { allow });
}
