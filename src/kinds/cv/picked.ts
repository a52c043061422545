import { z } from 'zod';
import { definePicked } from '../reading/picked.ts';
import { englishTexts, getLargest, pictured, getThumbnail } from '../reading/pictures.ts';

const cv = z
  .object({
    id: z.number(),
    name: z.string(),
    contact_url: z.string().nullable(),
    linkedin_url: z.string().nullable(),
    organisation_level: z.string().nullable(),
    localized: englishTexts({
      position: z.string(),
      additional_text: z.string().nullable(),
      summary: z.string().nullable(),
      experience: z.string().nullable(),
      education: z.string().nullable(),
    }),
    images: pictured,
  })
  .transform(({ contact_url, linkedin_url, organisation_level, localized, images, ...row }) => ({
    ...row,
    position: localized.en?.position ?? '',
    imageUrl: getLargest(images),
    thumbnail: getThumbnail(images),
    additionalText: localized.en?.additional_text ?? null,
    contactUrl: contact_url,
    linkedinUrl: linkedin_url,
    summary: localized.en?.summary ?? null,
    experience: localized.en?.experience ?? null,
    education: localized.en?.education ?? null,
    organisationLevel: organisation_level,
  }));

export const picked = definePicked({
  columns: 'id, name, contact_url, linkedin_url, organisation_level, localized, images(hash, widths)',
  row: cv,
});
