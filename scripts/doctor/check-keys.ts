import { describeCause } from '#domain/describe-error.ts';
import { siteIds } from '#domain/sites.ts';
import { type Finding, well, wrong } from './finding.ts';

export type Keys = { url: string; publishableKey: string; secretKey: string };

const timeout = 10_000;

/** Whether the Supabase answers, each key is what it is set as, the functions are there, and Storage has the bucket. */
export async function checkKeys({ url, publishableKey, secretKey }: Keys): Promise<Finding[]> {
  const ask = (place: string, key: string, body?: object) =>
    fetch(new URL(place, url), {
      method: body ? 'POST' : 'GET',
      headers: { apikey: key, ...bearer(key), ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
      signal: AbortSignal.timeout(timeout),
    });
  const health = (key: string) => ask('/rest/v1/rpc/publish_health', key, { p_sites: [...siteIds] });
  let answer: Response;
  try {
    answer = await health(secretKey);
  } catch (error) {
    return [
      wrong('Supabase', `${url} does not answer: ${describeCause(error)}`, 'Check SUPABASE_URL, and that it runs.'),
    ];
  }
  const body = await answer.text();
  if (answer.status === 404 && body.includes('PGRST202')) {
    const todo = 'Apply the migrations: npm run db -- migrate, or npx supabase db push for a hosted one.';
    return [wrong('SUPABASE_SECRET_KEY', `${url} lacks functions of this version`, todo)];
  }
  if (!answer.ok) {
    const says = `it is no secret key of ${url} (${answer.status} ${body.slice(0, 120)})`;
    return [wrong('SUPABASE_SECRET_KEY', says, 'Copy the secret key anew, from the settings of that project.')];
  }
  const findings = [well('SUPABASE_SECRET_KEY', `${url} takes it, and has the functions of this version`)];
  const asVisitor = await health(publishableKey);
  const settings = await ask('/auth/v1/settings', publishableKey);
  if (asVisitor.ok) {
    const says = 'it is a secret key, and browsers are given it';
    const todo = 'Set the publishable key, and make a new secret one: this one may have been seen.';
    findings.push(wrong('SUPABASE_PUBLISHABLE_KEY', says, todo));
  } else if (settings.ok) {
    findings.push(well('SUPABASE_PUBLISHABLE_KEY', 'it is taken, and may not publish'));
  } else {
    const says = `it is no key of ${url} (${settings.status})`;
    findings.push(wrong('SUPABASE_PUBLISHABLE_KEY', says, 'Copy it anew, from the settings of that project.'));
  }
  findings.push(await checkStorage(await ask('/storage/v1/bucket/media', secretKey)));
  return findings;
}

async function checkStorage(answer: Response): Promise<Finding> {
  if (answer.ok) return well('Storage', 'has the bucket media');
  const body = await answer.text();
  const isMissing = answer.status === 404 || body.includes('not found');
  const todo = isMissing
    ? 'Apply the migrations, which make it.'
    : 'Pictures cannot be uploaded or published until it answers. Look at the Storage of the project.';
  return wrong('Storage', isMissing ? 'has no bucket media' : `answers ${answer.status} ${body.slice(0, 120)}`, todo);
}

/** Keys of the older kind are tokens, and are sent as such as well. */
function bearer(key: string): Record<string, string> {
  return key.startsWith('sb_') ? {} : { authorization: `Bearer ${key}` };
}
