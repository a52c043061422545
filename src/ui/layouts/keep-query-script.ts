import { createHash } from 'node:crypto';

/**
 * The script with which links marked `data-keep-query` take the query of the page along, at the moment in which they are
 * used. A published file is the same for every query. It does what `keepQuery` does, needs no island to be hydrated, and runs before
 * there is a link.
 */
export const keepQueryScript = [
  'for(const type of["click","auxclick","contextmenu"])addEventListener(type,({target})=>{',
  'const link=target instanceof Element&&target.closest("a[data-keep-query]");if(!link)return;',
  'link.dataset.keepQuery||=link.getAttribute("href");',
  'const url=new URL(link.dataset.keepQuery,location.href),named=new Set(url.searchParams.keys());',
  'for(const[name,value]of new URLSearchParams(location.search))',
  'if(!named.has(name)&&!/^(?:show_modal|module_\\w+)$/.test(name))url.searchParams.append(name,value);',
  'link.setAttribute("href",url.pathname+url.search+url.hash)})',
].join('');

/** The hash that allows it in the content security policy. */
export const keepQueryScriptHash = `sha256-${createHash('sha256').update(keepQueryScript).digest('base64')}` as const;
