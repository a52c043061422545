import type { Plugin } from 'vite';

const file = '/astro/dist/runtime/server/render/astro/instance.js';
const assigned = /this\.slotValues\[name\] = (\(\) => \{.*?\n {6}\});/s;

/**
 * Astro's code of a component with the closures of its slots assigned to a variable first, or null when the code
 * differs from what is expected. V8 allocates a closure that is assigned to a property among long-lived data. Astro
 * assigns one for each slot of each page, which holds all that the page is rendered from: the collector of short-lived
 * data then copied every page's content and markup, and took twice as long (decision 106).
 */
export function shortenSlotLives(code: string): string | null {
  return assigned.test(code)
    ? code.replace(assigned, 'const slotValue = $1;\nthis.slotValues[name] = slotValue;')
    : null;
}

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
