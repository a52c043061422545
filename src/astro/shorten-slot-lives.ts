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
