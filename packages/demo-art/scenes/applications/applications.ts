// Application scenes: where the sensors work, built as models and photographed in the studio.

import type { Shot } from '../../shot.ts';
import { agriculture } from './agriculture.ts';
import { airPurifier } from './air-purifier.ts';
import { analytics } from './analytics.ts';
import { cabinAir } from './cabin-air.ts';
import { coldChain } from './cold-chain.ts';
import { dataCenter } from './data-center.ts';
import { evBattery } from './ev-battery.ts';
import { fuelCell } from './fuel-cell.ts';
import { gasMetering } from './gas-metering.ts';
import { hvac } from './hvac.ts';
import { infusion } from './infusion.ts';
import { leakDetection } from './leak-detection.ts';
import { semiconductor } from './semiconductor.ts';
import { smartHome } from './smart-home.ts';
import { ventilation } from './ventilation.ts';

export const applications: Readonly<Record<string, () => Shot>> = {
  'app-hvac': hvac,
  'app-air-purifier': airPurifier,
  'app-ventilation': ventilation,
  'app-smart-home': smartHome,
  'app-agriculture': agriculture,
  'app-semiconductor': semiconductor,
  'app-data-center': dataCenter,
  'app-cold-chain': coldChain,
  'app-analytics': analytics,
  'app-gas-metering': gasMetering,
  'app-leak-detection': leakDetection,
  'app-infusion': infusion,
  'app-cabin-air': cabinAir,
  'app-ev-battery': evBattery,
  'app-fuel-cell': fuelCell,
};
