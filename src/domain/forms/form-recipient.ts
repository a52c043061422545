import { z } from 'zod';
import { webAddress } from '#domain/addresses/new-link.ts';

/** Who is notified of a form's submissions: a person by e-mail, or a program by a signed webhook. */
export const newRecipientSchema = z
  .object({
    formId: z.int().positive(),
    channel: z.enum(['mail', 'webhook']),
    address: z.string().trim().min(1, 'An address is required').max(2000, 'Max. 2000 characters'),
  })
  .superRefine(({ channel, address }, context) => {
    const issue = (message: string) => context.addIssue({ code: 'custom', path: ['address'], message });
    if (address === '') return;
    if (channel === 'webhook' && !webAddress.test(address))
      issue('Enter an address that begins with https:// or http://');
    if (channel === 'mail' && (address.length > 254 || !z.email().safeParse(address).success)) {
      issue('Enter an e-mail address, for example team@example.com');
    }
  });
export type NewRecipient = z.output<typeof newRecipientSchema>;
