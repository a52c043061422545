import { z } from 'zod';
import { describeCause } from '#domain/describe-error.ts';
import { type SiteId, siteIds } from '#domain/sites.ts';
import type { Config } from '#server/config.ts';
import { type Finding, note, unknown, well, wrong } from './finding.ts';

const timeout = 10_000;
const ask = (url: string | URL) => fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(timeout) });

const healthAnswer = z.object({ status: z.string(), reason: z.string().optional() });

/** Whether the server runs here and is well. */
export async function checkServer({ host, port }: Config): Promise<Finding> {
  // 0.0.0.0 and :: are every address of this machine, and none to ask.
  const name = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  const origin = `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
  try {
    const answer = await ask(`${origin}/healthz`);
    const health = healthAnswer.safeParse(await answer.json().catch(() => null));
    if (!health.success) {
      const says = `${origin} answers, and is not this website (${answer.status})`;
      return wrong('Server', says, 'Another program has the port: stop it, or set PORT.');
    }
    if (answer.ok) return well('Server', `${origin} is well`);
    return wrong(
      'Server',
      `${origin} says ${health.data.status}: ${health.data.reason ?? ''}`,
      'See "Monitoring" in docs/deploying.md.',
    );
  } catch (error) {
    return unknown('Server', `nothing answers at ${origin} (${describeCause(error)})`, 'Start it with npm start.');
  }
}

/** Whether each public host shows its site, over whatever is in front, and hands on what Node answers. */
export async function checkHosts({ publicOrigins, origins, proxies }: Config): Promise<Finding[]> {
  if (publicOrigins.size === 0) {
    return [note('SITE_HOSTS', 'no public host is named', 'Set it before visitors come: main=www.example.com,…')];
  }
  const unnamed = siteIds.filter((site) => ![...publicOrigins.values()].includes(origins[site]));
  const findings = await Promise.all(
    siteIds.filter((site) => !unnamed.includes(site)).map((site) => checkHost(site, origins[site])),
  );
  if (unnamed.length > 0) {
    findings.push(
      note('SITE_HOSTS', `without a host: ${unnamed.join(', ')}`, 'Only this machine can see these sites.'),
    );
  }
  if ('count' in proxies && proxies.count === 0) {
    const todo = 'Say how many proxies are in front, or where they are: otherwise all visitors share one address.';
    findings.push(note('TRUST_PROXY', 'no proxy is trusted', todo));
  }
  return findings;
}

async function checkHost(site: SiteId, origin: string): Promise<Finding> {
  let home: Response;
  try {
    home = await ask(origin);
  } catch (error) {
    return wrong(
      origin,
      `does not answer: ${describeCause(error)}`,
      'Check its DNS, its certificate, and what is in front.',
    );
  }
  if (home.status !== 200) {
    return wrong(
      origin,
      `answers ${home.status} for its home page`,
      `See that ${site} is published, and what is in front.`,
    );
  }
  if (!home.headers.has('content-security-policy')) {
    const todo = 'Let the file server in front send the written policy: see "The policy" in docs/deploying.md.';
    return wrong(origin, 'sends its home page without a Content-Security-Policy', todo);
  }
  const draft = await ask(new URL('/?draft=true', origin)).catch(() => null);
  if (draft?.status !== 302) {
    const says = `does not hand drafts to Node (${draft?.status ?? 'no answer'} for /?draft=true)`;
    return wrong(origin, says, 'See "The file server" in docs/deploying.md: editors cannot sign in this way.');
  }
  return well(origin, `shows ${site}, with its policy, and hands drafts to Node`);
}
