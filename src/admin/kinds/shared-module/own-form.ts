import { lazy } from 'react';
import type { OwnForm } from '../../records/own-form.ts';

export const ownForm: OwnForm = { fields: { type: lazy(() => import('./TypeField.tsx')) } };
