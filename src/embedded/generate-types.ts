import { generateKeys } from './keys.ts';
import { migrationsFolder, openDatabase } from './open-database.ts';
import { runTool } from './run-tool.ts';

/** TypeScript types of the migrated schema, written by the Supabase CLI and formatted like the rest of the project. */
export async function generateTypes(): Promise<string> {
  const database = await openDatabase({ at: null, keys: generateKeys(), migrations: migrationsFolder });
  try {
    const url = `${database.ownerUrl}?sslmode=disable`;
    const raw = await runTool('supabase', ['gen', 'types', `--remote=${url}`, '--schema', 'public']);
    const head = '// Written by: npm run db -- types. Do not edit.\n\n';
    return await runTool('oxfmt', ['--stdin-filepath=src/database/database.types.ts'], head + raw);
  } finally {
    await database.close();
  }
}
