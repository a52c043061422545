import { lazy } from 'react';
import type { OwnForm } from '../../records/own-form.ts';

export const ownForm: OwnForm = { Above: lazy(() => import('../../media/MediumPanel.tsx')) };
