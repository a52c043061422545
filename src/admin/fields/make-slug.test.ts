import { expect, it } from 'vitest';
import { makeSlug } from './make-slug.ts';

it.each([
  ['CO₂ sensor: über 60 %', 'co2-sensor-ueber-60'],
  ['Straße', 'strasse'],
  ['  Élan – neu! ', 'elan-neu'],
  ['湿度ガスセンサー', '湿度ガスセンサー'],
  ['—', ''],
  ['Wolken\u00adbruch\u00adwarn\u00adanlage in Łódź', 'wolkenbruchwarnanlage-in-lodz'],
  ['Pru\u0308fstand Győr, Køge', 'pruefstand-gyor-koge'],
  ['ﾊﾞｰが', 'バーが'],
])('makes the slug of “%s”', (title, slug) => expect(makeSlug(title)).toBe(slug));
