import type { ActionEntry } from './entry.ts';
import { draftStep, malformedSteps } from './draft-step.ts';

export const entry: ActionEntry = {
  name: 'redoDraft',
  access: 'staff',
  send: 'json',
  valid: draftStep,
  malformed: malformedSteps,
};
