import type { Plugin } from 'vite';
import { shortenSlotLives } from './shorten-slot-lives.ts';

const file = '/astro/dist/runtime/server/render/astro/instance.js';

/** Changes Astro's code for slots in the server's bundle. Where it is not found, the bundle has Astro's own code. */
export function shortLivedSlots(): Plugin {
  let isChanged = false;
  return {
    name: 'short-lived-slots',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'ssr',
    transform(code, id) {
      if (!id.endsWith(file)) return null;
      const changed = shortenSlotLives(code);
      isChanged = changed !== null;
      return changed;
    },
    buildEnd(error) {
      if (!error && !isChanged) this.warn(ownWay('makes slots in another way than expected'));
    },
  };
}

/** The warning that an optimisation is left out. Builds of the code bundle print lines that contain these words. */
export function ownWay(what: string): string {
  return `This version of Astro ${what}: pages are rendered in Astro's own way, which is slower. See src/astro.`;
}
