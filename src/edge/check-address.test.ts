import { expect, it } from 'vitest';
import { problemOfAddress } from './check-address.ts';

it.each(['/%00', '/a%00b', '/media/%00', '/?query=%00', '/_search?a=1&query=a%00', '/?%00=1'])(
  'refuses %s',
  (address) => {
    expect(problemOfAddress(new URL(address, 'http://localhost'))).not.toBeNull();
  },
);

it.each(['http://user@localhost/', 'http://user:password@localhost/', 'http://:password@localhost/'])(
  'refuses %s',
  (address) => {
    expect(problemOfAddress(new URL(address))).not.toBeNull();
  },
);

it.each(['/', '/?query=%F0%9F%92%A7', '/%C3%BCber', '/?query=%ED%A0%80', '/_actions/%00', '/%', '/?a=%'])(
  'lets %s through',
  (address) => {
    expect(problemOfAddress(new URL(address, 'http://localhost'))).toBeNull();
  },
);
