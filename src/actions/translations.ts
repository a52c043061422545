import { z } from 'zod';
import { judgeTranslation as judge } from '#content/translations/judge-translation.ts';
import { listTranslations as list } from '#content/translations/list-translations.ts';
import { readDesk } from '#content/translations/read-desk.ts';
import { suggestTranslations as suggest } from '#content/translations/suggest-translations.ts';
import { writeTranslation as write } from '#content/translations/write-translation.ts';
import { targetLocales } from '#domain/locales.ts';
import { type Result, ok } from '#domain/result.ts';
import { siteIds } from '#domain/sites.ts';
import { kindNames } from '#kinds/registry.ts';
import type { TranslationMatrix } from '#view-model/translations.ts';
import { asStaff } from './as-staff.ts';
import { defineAction } from './define-action.ts';

const hash = z.string().regex(/^[\da-f]{8}-?([\da-f]{4}-?){3}[\da-f]{12}$/);
/** A language that is translated into. */
const target = z.enum(targetLocales);

/** A page or record in a language. */
const desk = {
  kind: z.enum(kindNames),
  id: z.union([z.int().positive(), z.string().max(60)]),
  locale: target,
};
/** A text as its field has it: a line, or a formatted document. */
const text = z.union([z.string(), z.object({ type: z.literal('doc'), content: z.array(z.unknown()) })]);

/** How far the pages and records of a site are in its languages. */
export const listTranslations = defineAction({
  input: z.object({
    site: z.enum(siteIds),
    locale: target.nullable(),
    kind: z.enum(kindNames).nullable(),
    state: z.enum(['to-do', 'stale', 'absent', 'partly']).nullable(),
    offset: z.int().min(0).max(1_000_000),
  }),
  handler: (query, context) =>
    asStaff(context, async ({ actor }): Promise<Result<TranslationMatrix>> => ok(await list(actor.service, query))),
});

/** The texts of a page or record beside their English ones. */
export const readTranslation = defineAction({
  input: z.object(desk),
  handler: (asked, context) =>
    asStaff(context, ({ actor, runtime }) => readDesk(actor.service, { ...asked, origins: runtime.config.origins })),
});

/** Saves one text of a draft in a language, unless somebody has written it since the caller saw it. */
export const writeTranslation = defineAction({
  input: z.object({
    ...desk,
    part: z.string().max(120),
    path: z.string().max(400),
    before: text.nullable(),
    value: text,
  }),
  handler: (translation, context) => asStaff(context, ({ actor }) => write(actor, translation)),
});

/** What the sites have said in a language for an English text, or for one that is much like it. */
export const suggestTranslations = defineAction({
  input: z.object({ locale: target, sourceHash: hash }),
  handler: (asked, context) => asStaff(context, async ({ actor }) => ok(await suggest(actor.service, asked))),
});

/** Says that a text is right beside its English one, or is meant to say the same. */
export const judgeTranslation = defineAction({
  input: z.object({
    locale: target,
    sourceHash: hash,
    targetHash: hash,
    state: z.enum(['checked', 'kept']),
  }),
  handler: (judgement, context) => asStaff(context, ({ actor }) => judge(actor, judgement)),
});
