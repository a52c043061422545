import { createHandler } from './handler.ts';

/** A secret of the function: `supabase secrets set NAME=…`. Without it nothing would work, so nothing starts. */
function required(name: string): string {
  const value = Deno.env.get(name);
  if (!value) throw new Error(`${name} is not set. Set it with: supabase secrets set ${name}=…`);
  return value;
}

Deno.serve(
  createHandler({
    webhookSecret: required('DATABASE_WEBHOOK_SECRET'),
    publisherUrl: required('PUBLISHER_URL'),
    publisherSecret: required('PUBLISH_HOOK_SECRET'),
  }),
);
