import type { Desk } from './entry.ts';

/** A shared module with the content of the desk's hero, as it is live. */
export async function sharedHero({ client, hero }: Desk, name: string): Promise<number> {
  const { data, error } = await client
    .from('shared_modules')
    .insert({ name, type: 'HERO', localized: { en: { data: hero.data } } })
    .select('id')
    .single();
  if (error) throw new Error(error.message);
  return data.id;
}
