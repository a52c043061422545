import { oneRecord } from './one-record.ts';

export const entry = { ...oneRecord('findForm'), optional: ['isLive'] };
