import { lazy } from 'react';
import type { OwnForm } from '../../records/own-form.ts';

/** Drawn with the target. */
const Beside = () => null;

export const ownForm: OwnForm = {
  fields: { to_path: lazy(() => import('./RedirectTarget.tsx')), page: Beside, locale: Beside },
  Below: lazy(() => import('./RedirectCheck.tsx')),
  AboveList: lazy(() => import('./RedirectTools.tsx')),
};
