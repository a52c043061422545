// Cities as block models in the haze: one landmark each, the rest is rhythm and air.

import type { Shot } from '../../shot.ts';
import { airOverCity } from './air-over-city.ts';
import { chicago } from './chicago.ts';
import { eventSkyline } from './event-skyline.ts';
import { eveningFactory, newBuilding } from './headquarters.ts';
import { seoul } from './seoul.ts';
import { shanghai } from './shanghai.ts';
import { stuttgart } from './stuttgart.ts';
import { tokyo } from './tokyo.ts';

export const locations: Readonly<Record<string, () => Shot>> = {
  'location-02': stuttgart,
  'location-03': shanghai,
  'location-04': tokyo,
  'location-05': seoul,
  'location-06': chicago,
};
export const cityNews: Readonly<Record<string, () => Shot>> = {
  'news-02': eveningFactory,
  'news-05': newBuilding,
  'news-10': airOverCity,
};
export const cityEvents: Readonly<Record<string, () => Shot>> = { 'event-03': eventSkyline };
