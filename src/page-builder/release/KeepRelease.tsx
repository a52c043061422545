import { type ReactNode, useEffect } from 'react';
import type { SiteId } from '#domain/sites.ts';
import { keepDraft } from '../keep-draft.ts';
import { addSkipLink } from '../skip-link.ts';

/** Keeps the release through the links of a page, and leads keyboards to the bar. */
export function KeepRelease({ site }: { site: SiteId }): ReactNode {
  useEffect(() => keepDraft(site), [site]);
  useEffect(() => {
    const bar = document.getElementById('editor-bar');
    return bar ? addSkipLink(bar) : undefined;
  }, []);
  return null;
}
