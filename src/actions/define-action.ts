import { defineAction as define } from 'astro:actions';
import type { $ZodType } from 'zod/v4/core';

const inputs = new WeakMap<object, $ZodType>();

/** An action of Astro, whose input schema `getInputSchema` answers with: Astro itself shows it to nobody. */
export const defineAction: typeof define = (definition) => {
  const action = define(definition);
  if (definition.input) inputs.set(action, definition.input);
  return action;
};

/** The schema of what an action takes; undefined for an action without input. */
export function getInputSchema(action: object): $ZodType | undefined {
  return inputs.get(action);
}
