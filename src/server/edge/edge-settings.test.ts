import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { readEdgeSettings } from './edge-settings.ts';

const input = {
  EDGE_SOURCE: 'https://key:secret@s3.eu-central-1.amazonaws.com/sites',
  NODE_ORIGIN: 'http://10.0.0.5:4321/',
};

describe('the settings of an edge server', () => {
  it('are those of a bucket, or of a folder', () => {
    expect(readEdgeSettings({ ...input, SITE_HOSTS: 'main=www.example.com', PORT: '' })).toMatchObject({
      ok: true,
      value: { port: 8080, nodeOrigin: 'http://10.0.0.5:4321', source: { bucket: { bucket: 'sites' } } },
    });
    const settings = readEdgeSettings({ ...input, EDGE_SOURCE: 'dist/sites' });
    expect(settings.ok && settings.value.source).toEqual({ directory: path.resolve('dist/sites') });
    expect(settings.ok && settings.value.hosts.get('developer.localhost')).toBe('developer');
  });

  it.each([
    [{ EDGE_SOURCE: '' }, /EDGE_SOURCE is missing/],
    [{ NODE_ORIGIN: '' }, /NODE_ORIGIN has to be where the Node server answers/],
    [{ NODE_ORIGIN: 'www.example.com' }, /NODE_ORIGIN/],
    [{ EDGE_SOURCE: 'https://s3.example.com/sites' }, /EDGE_SOURCE: address 1 has no key/],
    [{ EDGE_SOURCE: `${input.EDGE_SOURCE}?mode=mirror` }, /mode=mirror/],
    [{ EDGE_SOURCE: `${input.EDGE_SOURCE} ${input.EDGE_SOURCE}2` }, /one bucket/],
    [{ SITE_HOSTS: 'other=www.example.com' }, /SITE_HOSTS/],
    [{ PORT: '0' }, /PORT/],
  ])('are refused with a sentence: %j', (wrong, says) => {
    const settings = readEdgeSettings({ ...input, ...wrong });
    expect(settings.ok ? '' : settings.failure.message).toMatch(says);
    expect(JSON.stringify(settings)).not.toContain('key:secret');
  });
});
