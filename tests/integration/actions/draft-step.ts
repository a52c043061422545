import { z } from 'zod';
import type { Desk, Malformed } from './entry.ts';
import { saveAsSecond } from './overtake.ts';

/** Calls that undo or redo a step of the desk's page. */

export const draftStep = ({ pageId }: Desk) => ({ pageId, locale: 'en', stepId: 1 });

export function malformedSteps(desk: Desk): Malformed[] {
  const valid = draftStep(desk);
  return [
    { what: 'an unknown locale', input: { ...valid, locale: 'xx' }, fields: ['locale'] },
    { what: 'a page that is made from rows', input: { ...valid, pageId: -1 }, fields: ['pageId'] },
    { what: 'a page that does not exist', input: { ...valid, pageId: 999_999 } },
    { what: 'the step 0', input: { ...valid, stepId: 0 }, fields: ['stepId'] },
    { what: 'a step as a word', input: { ...valid, stepId: '1' }, fields: ['stepId'] },
    { what: 'a step that nobody has made', input: { ...valid, stepId: 999_999_999 } },
  ];
}

/** The editor has saved, and then somebody else has saved the same. */
export async function overtakenStep(desk: Desk) {
  const version = (
    await desk.client.from('module_locales').select('version').eq('module_id', desk.hero.id).eq('locale', 'en').single()
  ).data?.version;
  const payload = { ...desk.hero.data, title: 'Mine' };
  await desk.editor.call('updateModule', { moduleId: desk.hero.id, locale: 'en', version, payload });
  const { data } = await desk.client
    .from('staff')
    .select('user_id')
    .eq('email', desk.served.users.editor.email)
    .single();
  const { data: steps } = await desk.client.rpc('read_draft_steps', {
    p_actor: data?.user_id ?? '',
    p_page_id: desk.pageId,
  });
  const { undo } = z.object({ undo: z.object({ id: z.number() }) }).parse(steps);
  await saveAsSecond(desk);
  return { ...draftStep(desk), stepId: undo.id };
}
