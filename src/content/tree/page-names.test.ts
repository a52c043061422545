import { expect, it } from 'vitest';
import { serverNames } from '#domain/addresses/page-address.ts';
import { checkNames } from './page-names.ts';

const refusalOf = (path: string) => {
  const checked = checkNames('main', { en: { path, title: 'Sensors' } });
  return checked.ok ? null : checked.failure.issues?.map(({ message }) => message);
};

it.each(['/sensors?a', '/sensors#top', '/a\\b', '/sensors?'])(
  'refuses an address of which browsers would ask for another one: %s',
  (path) => {
    expect(refusalOf(path)).toEqual(['An address has no question mark, # or \\. Use hyphens']);
  },
);

it.each(['/sensors', '/sensors/co2_kit', '/über-uns', '/センサー', '/a+b'])('takes %s', (path) => {
  expect(refusalOf(path)).toBeNull();
});

it.each([...serverNames].flatMap((name) => [`/${name}`, `/${name}/below`]).concat('/ｌｏｇｉｎ', '/ad\u200bmin'))(
  'says that the site itself needs %s',
  (path) => {
    expect(refusalOf(path)).toEqual(['This address is needed by the site itself. Choose another']);
  },
);
