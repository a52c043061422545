import postgres from 'postgres';
import { z } from 'zod';
import { sharedSessions, sharesSessions } from '#database/shares-sessions.ts';
import { describeCause } from '#domain/describe-error.ts';
import { isSquash, readMigrations } from '#embedded/apply-migrations.ts';
import { migrationsFolder } from '#embedded/open-database.ts';
import { type Finding, note, well, wrong } from './finding.ts';

const facts = z.object({
  login: z.string(),
  version: z.number(),
  is_replica: z.boolean(),
  acts: z.boolean(),
  at: z.number(),
});
const oldestVersion = 17;
/** Clocks that differ by more make what people read of times wrong. */
const skewSeconds = 5;

/** Whether the connection string leads to a database that can be published from. */
export async function checkDatabase(url: string): Promise<Finding[]> {
  const sql = postgres(url, { max: 1, connect_timeout: 10, fetch_types: false, prepare: false, onnotice: () => {} });
  try {
    const [row] = await sql`
      select current_user as login, current_setting('server_version_num')::int / 10000 as version,
        pg_is_in_recovery() as is_replica,
        case when to_regrole('service_role') is null then false
          else pg_has_role(current_user, 'service_role', 'member') end as acts,
        extract(epoch from clock_timestamp())::float8 as at`;
    const { login, version, is_replica, acts, at } = facts.parse(row);
    const about = 'DATABASE_URL';
    const findings: Finding[] = [];
    if (version < oldestVersion) {
      const todo = `Use PostgreSQL ${oldestVersion} or later.`;
      findings.push(wrong(about, `the database is PostgreSQL ${version}`, todo));
    }
    if (is_replica) {
      findings.push(wrong(about, 'the database is a copy that cannot be written to', 'Name the one that it follows.'));
    }
    if (!acts) {
      const todo = `Apply the migrations, then: grant service_role to "${login}"`;
      findings.push(wrong(about, `the login ${login} may not act as service_role, which publishes`, todo));
    }
    if (await sharesSessions(url)) {
      const todo = 'Name the string of a session, port 5432: without one, changes are live half a second later.';
      findings.push(note(about, sharedSessions, todo));
    }
    const skew = Math.round(Math.abs(Date.now() / 1000 - at));
    if (skew > skewSeconds) {
      findings.push(note('Clock', `it differs from that of the database by ${skew} s`, 'Let NTP set both.'));
    }
    if (findings.every(({ state }) => state !== 'wrong')) {
      findings.push(well(about, `PostgreSQL ${version}, as ${login}`), await checkMigrations(sql));
    }
    return findings;
  } catch (error) {
    const todo = 'Check host, port, name and password, and that its firewall lets this machine in.';
    return [wrong('DATABASE_URL', `the database does not answer: ${describeCause(error)}`, todo)];
  } finally {
    await sql.end({ timeout: 2 });
  }
}

async function checkMigrations(sql: postgres.Sql): Promise<Finding> {
  const about = 'Migrations';
  const known = await readMigrations(migrationsFolder);
  let rows: postgres.RowList<postgres.Row[]>;
  try {
    rows = await sql`select version from supabase_migrations.schema_migrations`;
  } catch {
    // The publisher's login of the embedded database has no right to read them; its server applies them when it starts.
    return note(about, 'this login cannot see them', 'They are applied when the server of the database starts.');
  }
  const present = new Set(
    z
      .array(z.object({ version: z.string() }))
      .parse(rows)
      .map(({ version }) => version),
  );
  const missing = known.filter(({ version }) => !present.delete(version));
  if (present.size > 0 && missing.some(isSquash)) {
    const todo =
      'npm run db -- migrate brings it over; for a hosted one see "Migrations in one file" in docs/deploying.md.';
    return wrong(about, `those of the database, up to ${[...present].toSorted().at(-1)}, are in one file now`, todo);
  }
  if (missing.length > 0) {
    const names = missing.map(({ file }) => file).join(', ');
    return wrong(about, `missing: ${names}`, 'Apply them: npm run db -- migrate, or npx supabase db push.');
  }
  if (present.size > 0) {
    const says = `the database has ${[...present].join(', ')}, which this version does not know`;
    return wrong(about, says, 'A newer version has been here: run that one.');
  }
  return well(about, `applied, up to ${known.at(-1)?.file}`);
}
