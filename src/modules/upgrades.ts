import { continueLongEntries } from './accordion/continue-long-entries.ts';
import type { RegisteredType } from './definitions.ts';
import { listPositions } from './highlights/list-positions.ts';
import { leaveOutOtherVideos } from './slider/leave-out-other-videos.ts';

/** Data of an older version made into data of the next one: `1` takes version 1 to version 2. */
type Upgrades = Readonly<Record<number, (data: unknown) => unknown>>;

/** Of the types whose data has changed. Not in the definitions, which the editor's scripts have: they get data of the current version. */
export const upgrades: Partial<Record<RegisteredType, Upgrades>> = {
  ACCORDION: { 1: continueLongEntries },
  HIGHLIGHTS: { 1: listPositions },
  SLIDER: { 1: leaveOutOtherVideos },
};
