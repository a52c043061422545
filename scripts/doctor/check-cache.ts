import { describeCause } from '#domain/describe-error.ts';
import { siteIds } from '#domain/sites.ts';
import { readPublic } from '#publish/purge/read-public.ts';
import type { Config } from '#server/config.ts';
import { publicAddresses, publicHosts } from '#server/purge-settings.ts';
import { type Finding, note, well, wrong } from './finding.ts';

/** Whether the cache in front takes what it is told, and sites can be read through it. What is purged is a path that no site has. */
export async function checkCache({ purge, origins }: Config): Promise<Finding[]> {
  if (!purge) {
    return [note('PURGE', 'no cache is told of changes', 'Set it where a CDN or Varnish is to keep pages.')];
  }
  const driver = purge.makeDriver(publicHosts(origins));
  const outcome = await driver.purge([{ site: 'main', path: '/doctor/no-such-page' }], `doctor-${Date.now()}`);
  const findings = [
    outcome.ok
      ? well('PURGE', `${driver.name} takes what it is told`)
      : wrong(
          'PURGE',
          `${driver.name} takes nothing: ${outcome.reason}`,
          'Check PURGE_ZONE, PURGE_TOKEN and its rights, and PURGE_URL.',
        ),
  ];
  const addresses = publicAddresses(origins, purge.readAt);
  for (const site of siteIds) {
    const { origin } = addresses[site];
    try {
      await readPublic(addresses[site], '/robots.txt');
      findings.push(well('Seen live', `${site} can be read at ${origin}`));
    } catch (error) {
      const todo = 'Let this machine reach it, or name another address of it in PUBLIC_ADDRESSES.';
      findings.push(wrong('Seen live', `${site} cannot be read at ${origin}: ${describeCause(error)}`, todo));
    }
  }
  return findings;
}
