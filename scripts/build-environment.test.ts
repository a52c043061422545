import { expect, it } from 'vitest';
import { buildEnvironment } from './build-environment.ts';

it('builds for production, also from within a test', () => {
  expect(process.env).toHaveProperty('PROD');
  const environment = buildEnvironment({ ...process.env, PATH: '/bin' });
  expect(environment).toMatchObject({ NODE_ENV: 'production', PATH: '/bin' });
  for (const name of ['PROD', 'DEV', 'MODE', 'VITEST']) expect(environment).not.toHaveProperty(name);
});
