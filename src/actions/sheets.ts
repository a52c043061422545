import { z } from 'zod';
import { sheetLimits } from '#domain/spreadsheets/spreadsheet.ts';
import { ok } from '#domain/result.ts';
import { isTimeZone } from '#domain/values/zoned-moment.ts';
import { prepareSheet } from '#content/spreadsheet/check-sheet.ts';
import { importSheet as write } from '#content/spreadsheet/import-sheet.ts';
import { listedKinds } from '#kinds/registry.ts';
import { json } from '#schema/record-fields.ts';
import { cellFormat } from '#schema/written-cell.ts';
import { asEditorOf, asStaff } from './as-staff.ts';
import { defineAction } from './define-action.ts';
import { publishing } from './publishing.ts';

const sheet = z.object({
  kind: z.enum(listedKinds, 'There are no records of this kind'),
  lines: z
    .array(z.object({ row: z.int().min(1).max(100_000_000), cells: z.record(z.string().max(200), json()) }))
    .min(1, 'There are no rows')
    .max(sheetLimits.rows, `There are more than ${sheetLimits.rows} rows. Import them in parts.`),
  isText: z.boolean(),
  /** Of tables of text: how their numbers and dates are written. */
  format: cellFormat
    .refine(({ zone }) => zone === null || isTimeZone(zone), { error: 'There is no such time zone', path: ['zone'] })
    .optional(),
  takeAltered: z.boolean().optional(),
  force: z.boolean().default(false),
  publish: z.boolean(),
});

/** What a spreadsheet would change in the records of a kind, cell by cell. Changes nothing. */
export const checkSheet = defineAction({
  input: sheet,
  handler: (input, context) =>
    asStaff(context, async ({ actor }) => {
      const prepared = await prepareSheet(actor, input, input);
      return prepared.ok ? ok(prepared.value.check) : prepared;
    }),
});

/** Imports a spreadsheet as its check has shown it: as drafts, or as one publish with one receipt. */
export const importSheet = defineAction({
  input: sheet.extend({ fingerprint: z.string().max(100), skipWrong: z.boolean().default(false) }),
  handler: (input, context) =>
    asEditorOf(context, [input.kind], (staff) =>
      publishing(staff, async () => {
        const written = await write(staff.actor, input);
        return written.ok ? ok({ written: written.value.written, isShown: written.value.written > 0 }) : written;
      }),
    ),
});
