import { describe, expect, it } from 'vitest';
import { planInstall } from './install-packages.mjs';

const zod = { 'node_modules/zod': { version: '4.0.0' } };
const vitest = { 'node_modules/vitest': { version: '5.0.0', dev: true } };
const locked = {
  '': {},
  'packages/demo-art': {},
  'node_modules/@ostrevo/demo-art': { link: true },
  'node_modules/sharp-for-another-platform': { version: '1.0.0', optional: true },
  ...zod,
  ...vitest,
};

describe('missing packages', () => {
  it('is nothing where all packages of this platform are there', () => {
    expect(planInstall(locked, { ...zod, ...vitest }, 'start')).toBeNull();
    expect(planInstall(locked, { ...zod, ...vitest }, 'test')).toBeNull();
  });

  it('is everything in a fresh clone, as npm is configured', () => {
    expect(planInstall(locked, null, 'start')).toEqual([]);
  });

  it('is nothing for a command that runs on a production install', () => {
    expect(planInstall(locked, zod, 'start')).toBeNull();
  });

  it('stays without development packages when a production install is updated', () => {
    expect(planInstall(locked, { 'node_modules/zod': { version: '3.0.0' } }, 'publish')).toEqual(['--omit=dev']);
  });

  it('includes development packages for the tests', () => {
    expect(planInstall(locked, zod, 'test')).toEqual(['--include=dev']);
    expect(planInstall(locked, null, 'check')).toEqual(['--include=dev']);
  });

  it('is what another branch has in another version', () => {
    const outdated = { ...zod, 'node_modules/vitest': { version: '4.0.0' } };
    expect(planInstall(locked, outdated, 'start')).toEqual([]);
  });
});
