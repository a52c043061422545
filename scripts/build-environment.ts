/** What Vite gives to the code that it runs, and a test runner therefore to its process: the build would take it for its own. */
const givenByVite = new Set(['BASE_URL', 'DEV', 'MODE', 'PROD', 'SSR']);

/** The environment in which the code bundle is built: always production. */
export function buildEnvironment(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const own = Object.entries(environment).filter(([name]) => !givenByVite.has(name) && !name.startsWith('VITEST'));
  return { ...Object.fromEntries(own), NODE_ENV: 'production', ASTRO_TELEMETRY_DISABLED: '1' };
}
