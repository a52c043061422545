import { lazy } from 'react';
import type { OwnForm } from '../../records/own-form.ts';

export const ownForm: OwnForm = {
  fields: { settings: lazy(() => import('./SiteSettings.tsx')) },
  Below: lazy(() => import('./SitePreview.tsx')),
};
