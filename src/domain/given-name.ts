import { z } from 'zod';
import { isBlank } from './is-blank.ts';
import { isStorable, unstorableMessage } from './text.ts';

/** The name that a person gives to something, without the blanks around it. */
export function givenName(max: number, asked = 'Give it a name') {
  return z
    .string()
    .trim()
    .refine((name) => !isBlank(name), { error: asked })
    .max(max, `Max. ${max} characters`)
    .refine(isStorable, { error: unstorableMessage });
}
