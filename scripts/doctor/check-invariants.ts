import { z } from 'zod';
import { describeCause } from '#domain/describe-error.ts';
import type { Keys } from './check-keys.ts';
import { type Finding, unknown, well, wrong } from './finding.ts';

const shown = 20;
const broken = z.array(
  z.object({ code: z.string(), table_name: z.string(), ids: z.array(z.string().nullable()), says: z.string() }),
);
const about = 'Content';

/** Whether what always holds of the rows of the database holds: supabase/schemas/98_invariants.sql. */
export async function checkInvariants({ url, secretKey }: Keys): Promise<Finding[]> {
  // Older keys are tokens, and are sent as such as well.
  const bearer = secretKey.startsWith('sb_') ? {} : { authorization: `Bearer ${secretKey}` };
  let answer: Response;
  try {
    answer = await fetch(new URL('/rest/v1/rpc/find_broken_invariants', url), {
      method: 'POST',
      headers: { apikey: secretKey, ...bearer, 'content-type': 'application/json' },
      body: JSON.stringify({ p_limit: shown }),
      signal: AbortSignal.timeout(70_000),
    });
  } catch (error) {
    const todo = 'Ask the database by itself: select * from public.find_broken_invariants().';
    return [unknown(about, `whether its rows are sound was not answered: ${describeCause(error)}`, todo)];
  }
  if (!answer.ok) {
    const says = `whether its rows are sound was not answered (${answer.status} ${(await answer.text()).slice(0, 120)})`;
    const todo = 'Apply the migrations, or ask the database by itself: select * from public.find_broken_invariants().';
    return [unknown(about, says, todo)];
  }
  const rows = broken.parse(await answer.json());
  if (rows.length === 0) return [well(about, 'its rows are sound')];
  return rows.map(({ code, table_name, ids, says }) => {
    const named = ids.filter((id) => id !== null).slice(0, shown);
    const where = `${code} in ${table_name}${named.length > 0 ? `, ${named.join(', ')}` : ''}`;
    const todo = 'Put it right in the editor, or bring these rows back from a backup; docs/deploying.md tells more.';
    return wrong(about, `${says.replace(/\.$/, '')} (${where})`, todo);
  });
}
