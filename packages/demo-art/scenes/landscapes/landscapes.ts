// Landscapes with water and mountains: the company's place, its people's view, the world it measures.

import type { Shot } from '../../shot.ts';
import { heroCareer } from './hero-career.ts';
import { heroCompany } from './hero-company.ts';
import { heroSustainability } from './hero-sustainability.ts';
import { lakeTown } from './lake-town.ts';
import { river } from './river.ts';
import { road } from './road.ts';

export const landscapes = { lakeTown, heroCompany, heroCareer, heroSustainability, river, road } satisfies Record<
  string,
  () => Shot
>;
