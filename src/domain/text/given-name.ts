import { z } from 'zod';
import { isBlank } from './is-blank.ts';
import { directionSigns } from './text-direction.ts';
import { isStorable, unstorableMessage } from './text.ts';

/** The name that a person gives to something, without the blanks around it. */
export function givenName(max: number, asked = 'Give it a name') {
  return z
    .string()
    .trim()
    .refine((name) => !isBlank(name), { error: asked })
    .max(max, `Max. ${max} characters`)
    .refine((name) => !directionSigns.test(name), {
      error: 'Leave out the invisible signs that turn the direction of the text: type the name anew',
    })
    .refine(isStorable, { error: unstorableMessage });
}
