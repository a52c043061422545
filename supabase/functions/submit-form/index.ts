import { createStandaloneForms } from '../../../src/server/routes/standalone-forms.tsx';

const forms = createStandaloneForms(Deno.env.toObject());
if (!forms.ok) throw new Error(`${forms.failure.message} Set what is missing with: supabase secrets set NAME=…`);
const answer = forms.value;

Deno.serve((request, { remoteAddr }) => answer(request, 'hostname' in remoteAddr ? remoteAddr.hostname : ''));
