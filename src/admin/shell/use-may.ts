import { createContext, use } from 'react';
import { type Grant, type Right, type RightPlace, may } from '#domain/rights.ts';

/** The rights of who is signed in. Without a provider nobody may do anything. */
export const Grants = createContext<readonly Grant[]>([]);

/** Asks whether who is signed in may do something at a place. What nobody may do is not offered; the server refuses it as well. */
export function useMay(): (right: Right, place?: RightPlace) => boolean {
  const grants = use(Grants);
  return (right, place) => may({ grants }, right, place);
}
