/** How large stored JSON may be that is worked with: far more than a person writes, and less than what exhausts a stack. */
const limits = { depth: 100, values: 100_000, characters: 4_000_000 } as const;

/**
 * What makes a value of JSON too large to be worked with, in words; null for one that is not. It is walked without recursion, and
 * no further than the limits.
 *
 * @example problemOfSize({ a: [1] }); // null
 */
export function problemOfSize(value: unknown): string | null {
  let level: unknown[] = [value];
  let values = 1;
  let characters = 0;
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > limits.depth) return `It is nested more than ${limits.depth} levels deep`;
    const below: unknown[] = [];
    for (const each of level) {
      if (typeof each === 'string') characters += each.length;
      else if (typeof each === 'object' && each !== null) {
        for (const child of Array.isArray(each) ? each : Object.values(each)) below.push(child);
      }
    }
    values += below.length;
    if (values > limits.values) return `It has more than ${limits.values} values`;
    if (characters > limits.characters) return `Its texts have more than ${limits.characters} characters`;
    level = below;
  }
  return null;
}
