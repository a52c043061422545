// Stories and events: small figures at work in bright spaces.

import type { Shot } from '../../shot.ts';
import { alpineStation } from './alpine-station.ts';
import { cleanRoom } from './clean-room.ts';
import { climateChamber } from './climate-chamber.ts';
import { laboratory } from './laboratory.ts';
import { meeting } from './meeting.ts';
import { mountainTrain } from './mountain-train.ts';
import { office } from './office.ts';
import { seminar } from './seminar.ts';
import { stage } from './stage.ts';
import { tradeFair } from './trade-fair.ts';
import { workshop } from './workshop.ts';

export const stories: Readonly<Record<string, () => Shot>> = {
  'story-01': cleanRoom,
  'story-02': laboratory,
  'story-03': workshop,
  'story-04': office,
  'story-05': mountainTrain,
  'story-06': climateChamber,
  'story-07': meeting,
  'story-08': alpineStation,
};

export const events: Readonly<Record<string, () => Shot>> = {
  'event-01': tradeFair,
  'event-02': stage,
  'event-04': seminar,
};
