import { startEmbedded } from '#embedded/start-embedded.ts';

// The embedded Supabase as a process of its own: it tells its parent where it answers, and ends with it.
const [dataDir] = process.argv.slice(2);
const databaseUrl = process.env['EMBEDDED_DATABASE_URL'] || null;
if (!dataDir || !process.send) {
  console.error('This script is started by the others. Use `npm start`.');
  process.exit(1);
}
try {
  const embedded = await startEmbedded({ dataDir, databaseUrl });
  const stop = () => void embedded.stop().finally(() => process.exit(0));
  process.on('SIGTERM', stop);
  // Ctrl-C reaches the whole group; the parent decides when the database goes.
  process.on('SIGINT', () => {});
  process.on('disconnect', stop);
  process.send({
    ok: true,
    url: embedded.url,
    publishableKey: embedded.publishableKey,
    secretKey: embedded.secretKey,
    databaseUrl: embedded.databaseUrl,
    applied: embedded.applied,
  });
} catch (error) {
  process.send({ ok: false, message: error instanceof Error ? error.message : String(error) }, () => process.exit(1));
}
