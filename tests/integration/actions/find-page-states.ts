import { listOfIds } from './list-of-ids.ts';

export const entry = listOfIds('findPageStates');
