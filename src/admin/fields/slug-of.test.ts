import { expect, it } from 'vitest';
import { slugOf } from './slug-of.ts';

it.each([
  ['CO₂ sensor: über 60 %', 'co2-sensor-ueber-60'],
  ['Straße', 'strasse'],
  ['  Élan – neu! ', 'elan-neu'],
  ['湿度ガスセンサー', '湿度ガスセンサー'],
  ['—', ''],
])('makes the slug of “%s”', (title, slug) => expect(slugOf(title)).toBe(slug));
