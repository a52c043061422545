import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { generateKeys } from './keys.ts';
import { migrationsFolder, openDatabase } from './open-database.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** TypeScript types of the migrated schema, written by the Supabase CLI and formatted like the rest of the project. */
export async function generateTypes(): Promise<string> {
  const database = await openDatabase({ at: null, keys: generateKeys(), migrations: migrationsFolder });
  try {
    const url = `${database.ownerUrl}?sslmode=disable`;
    const raw = await run('supabase', ['gen', 'types', `--remote=${url}`, '--schema', 'public'], '');
    const head = '// Written by: npm run db -- types. Do not edit.\n\n';
    return await run('oxfmt', ['--stdin-filepath=src/content/database.types.ts'], head + raw);
  } finally {
    await database.close();
  }
}

function run(tool: string, options: string[], input: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(`${root}node_modules/.bin/${tool}`, options, {
      cwd: root,
      env: { ...process.env, DO_NOT_TRACK: '1' },
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    let output = '';
    let complaint = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (complaint += text));
    child.on('error', reject);
    child.on('close', (code) => {
      if (code === 0) resolve(output);
      else reject(new Error(`${tool} ${options[0] ?? ''} ended with ${code}: ${complaint.trim()}`));
    });
    child.stdin.end(input);
  });
}
