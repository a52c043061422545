import { inflateRawSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { packArchive } from './archive.ts';

it('packs the same files into the same bytes, and they come out as they went in', () => {
  const content = Buffer.from('measure everything\n'.repeat(50));
  const archive = packArchive([{ name: 'driver/read-me.txt', content }]);

  expect(packArchive([{ name: 'driver/read-me.txt', content }])).toEqual(archive);
  const start = 30 + archive.readUInt16LE(26) + archive.readUInt16LE(28);
  expect(archive.toString('utf8', 30, 30 + archive.readUInt16LE(26))).toBe('driver/read-me.txt');
  expect(inflateRawSync(archive.subarray(start, start + archive.readUInt32LE(18)))).toEqual(content);
});
