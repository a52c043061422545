import path from 'node:path';
import type { SiteId } from '#domain/sites.ts';
import { localDirectory } from '#publish/targets/local-directory.ts';
import type { Target } from '#publish/targets/target.ts';

/** Where each site is published. */
export function makeTargets(outDirectory: string): Record<SiteId, Target> {
  return {
    main: localDirectory(path.join(outDirectory, 'main')),
    developer: localDirectory(path.join(outDirectory, 'developer')),
    automotive: localDirectory(path.join(outDirectory, 'automotive')),
  };
}
