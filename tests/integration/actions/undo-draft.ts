import type { ActionEntry } from './entry.ts';
import { draftStep, malformedSteps, overtakenStep } from './draft-step.ts';

export const entry: ActionEntry = {
  name: 'undoDraft',
  access: 'staff',
  send: 'json',
  valid: draftStep,
  malformed: malformedSteps,
  stale: overtakenStep,
};
