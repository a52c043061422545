import type { ActionEntry } from './entry.ts';
import { namedMedium } from './named-medium.ts';

export const entry: ActionEntry = namedMedium('findMediumFile');
