import { createHash } from 'node:crypto';

/** Sends the token of a link, which is behind the number sign of the address, and takes it out of the address. */
export const sharedScript = [
  'const send=()=>{const form=document.querySelector("form[data-shared]"),token=location.hash.slice(1);',
  'if(form&&token){history.replaceState(null,"",location.pathname);',
  'form.elements.namedItem("token").value=token;form.requestSubmit()}};',
  // Somebody opens another link while the page is open.
  'addEventListener("hashchange",send);send()',
].join('');

/** The hash that allows it in the content security policy. */
export const sharedScriptHash = `sha256-${createHash('sha256').update(sharedScript).digest('base64')}` as const;
