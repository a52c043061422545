import { expect, it } from 'vitest';
import { endpoints, isAnsweredByAstro, operationAt, operations } from './endpoints.ts';
import { getKeys } from '#domain/objects.ts';

it('only published files are answered without the server', () => {
  const names = getKeys(endpoints);
  expect(names.filter((name) => endpoints[name].by === 'files')).toEqual(['media', 'published']);
  expect(names.filter((name) => !isAnsweredByAstro(name))).toEqual(['search', 'media', 'archive', 'published']);
});

it('reads a body only where something is sent', () => {
  for (const [name, { methods, bodyLimit }] of Object.entries(endpoints)) {
    expect(bodyLimit > 0, name).toBe((methods as readonly string[]).includes('POST'));
  }
});

it('endpoints for operators have separate addresses', () => {
  for (const name of getKeys(operations)) expect(operationAt(operations[name].path)).toBe(name);
  expect(operationAt('/healthz/')).toBeNull();
});
