import { ofAForm } from './of-a-form.ts';

export const entry = ofAForm('findFormRecipients');
