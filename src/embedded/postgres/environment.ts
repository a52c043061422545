/** The environment without the variables that PostgreSQL's programs read, and with messages in English. */
export function cleanEnvironment(): NodeJS.ProcessEnv {
  const entries = Object.entries(process.env).filter(([name]) => !name.startsWith('PG') && !name.startsWith('LC_'));
  return { ...Object.fromEntries(entries), LC_ALL: 'C' };
}
