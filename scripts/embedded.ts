import { describeError } from '#domain/describe-error.ts';
import { startEmbedded } from '#embedded/start-embedded.ts';

/** Requests and connections get this long to end. */
const timeout = 2500;

// The embedded Supabase as a process of its own: it tells its parent where it answers, and ends with it.
const [dataDir] = process.argv.slice(2);
const { EMBEDDED_DATABASE_URL: databaseUrl, EMBEDDED_PORT: port, EMBEDDED_DATABASE_PORT: databasePort } = process.env;
if (!dataDir || !process.send) {
  console.error('This script is started by the others. Use `npm start`.');
  process.exit(1);
}
// Ctrl-C reaches the whole group; the parent decides when the database goes.
for (const signal of ['SIGINT', 'SIGHUP'] as const) process.on(signal, () => {});
// PostgreSQL ends with this process, whether it is asked to or not.
let stop: () => void = () => process.exit(0);
for (const reason of ['SIGTERM', 'disconnect'] as const) process.on(reason, () => stop());
try {
  const embedded = await startEmbedded({
    dataDir,
    databaseUrl: databaseUrl || null,
    port: Number(port || 0),
    databasePort: Number(databasePort || 0),
  });
  stop = () => {
    setTimeout(() => process.exit(0), timeout);
    void embedded.stop().finally(() => process.exit(0));
  };
  const { url, publishableKey, secretKey, applied } = embedded;
  process.send({ ok: true, url, publishableKey, secretKey, databaseUrl: embedded.databaseUrl, applied });
} catch (error) {
  process.send({ ok: false, message: describeError(error) }, () => process.exit(1));
}
