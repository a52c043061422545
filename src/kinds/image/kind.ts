import { z } from 'zod';
import { checkbox, text } from '#schema/fields.ts';
import { bookkeeping, hidden, optionalText, optionallyLocalized } from '#schema/record-fields.ts';
import { defineKind } from '../contract.ts';
import { byteCount, fileContent, filename, storedFields, storedNames } from '../media-fields.ts';

const pixels = (label: string) => hidden(z.int().positive().optional(), label);

/** Set on the picture, in a form of its own. */
const focus = (label: string) => hidden(z.int().min(0).max(100).nullable().default(null), label);

export const image = defineKind({
  kind: 'image',
  table: 'images',
  label: 'filename',
  media: 'image',
  exportBatchSize: 20,
  fields: {
    ...filename,
    display: text({ label: 'Name', help: 'Under which editors find it' }),
    is_decorative: checkbox({
      label: 'Decorative',
      help: 'It says nothing that the text does not say',
      default: false,
    }),
    focus_x: focus('Focal point, percent from the left'),
    focus_y: focus('Focal point, percent from the top'),
    localized: optionallyLocalized({
      alt: optionalText({ label: 'Alternative text', help: 'For those who do not see it' }),
    }),
    ...storedFields,
    width: pixels('Width'),
    height: pixels('Height'),
    bytes: byteCount(),
    widths: hidden(z.array(z.int().positive()).optional(), 'Stored widths'),
    ...bookkeeping,
    ...fileContent,
  },
  besides: ['content'],
  check: ({ focus_x: x, focus_y: y }, issue) => {
    if ((x === null) !== (y === null)) issue(['focus_x'], 'A focal point has a place from the left and from the top');
  },
  derived: {
    search_text: 'Made by the database, for finding',
    avif_hash: 'Written by the server when it has made the AVIF files',
  },
  machineWritten: [...storedNames, 'width', 'height', 'bytes', 'widths'],
});
