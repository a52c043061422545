import { lazy } from 'react';
import type { OwnForm } from '../../records/own-form.ts';

export const ownForm: OwnForm = {
  Below: lazy(() => import('./RedirectCheck.tsx')),
  AboveList: lazy(() => import('./RedirectTools.tsx')),
};
