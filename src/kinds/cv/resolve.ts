import type { Cv } from '#view-model/resolved.ts';
import { resolveImage } from '../image/resolve.ts';
import { oncePerRow } from '../reading/once-per-row.ts';
import type { CvRow } from './shapes.ts';
import { localText } from '../reading/local-text.ts';

/** The entries of a text that has one a line. */
function splitLines(text: string): string[] {
  return text.split('\n').flatMap((line) => line.trim() || []);
}

export const resolveCv = oncePerRow((row: CvRow, context): Cv => {
  context.trace.tag(`cv/card:${row.id}`);
  const text = (field: 'position' | 'additional_text' | 'summary' | 'experience' | 'education') =>
    localText(row.localized, context.locale, field) ?? '';
  return {
    id: row.id,
    name: row.name,
    position: text('position'),
    image: resolveImage(row.image, context),
    additionalText: text('additional_text'),
    contactUrl: row.contact_url,
    linkedinUrl: row.linkedin_url,
    summary: text('summary'),
    experience: splitLines(text('experience')),
    education: splitLines(text('education')),
    organisationLevel: row.organisation_level,
  };
});
