import { z } from 'zod';
import { recordId } from '#domain/values/record-id.ts';
import { defaultLocale, locales } from '#domain/locales.ts';
import type { Slot } from '#domain/pages/structure.ts';
import type { Place } from '#content/drafts/structure.ts';
import { rowVersionOrNone } from '#domain/values/row-version.ts';

/**
 * The input of every change of a structure: the page, the place on it, the version that the caller saw, and the locale. Without
 * a locale it is the default one, the only one that allows such changes; without a version the page is changed as it is now.
 */
export const structureInput = {
  /** Pages that are made from rows have the id -1: they get an explanation as the answer, not a validation error. */
  pageId: z.union([z.int().positive(), z.literal(-1)]),
  locale: z.enum(locales).default(defaultLocale),
  structureVersion: rowVersionOrNone.optional(),
  parentId: z.int().positive().optional(),
  slot: z.string().min(1).max(200).optional(),
};

export const moduleIds = z
  .array(recordId)
  .max(1000)
  .refine((ids) => new Set(ids).size === ids.length, { error: 'No module stands twice in the list' });

/** A slot is named by its module and its name, or not at all. */
export function hasWholeSlot({ parentId, slot }: SlotInput): boolean {
  return (parentId === undefined) === (slot === undefined);
}
export const wholeSlot = { error: 'A slot is named by its module and its name', path: ['slot'] };

type SlotInput = { parentId?: number | undefined; slot?: string | undefined };

export function slotFrom({ parentId, slot }: SlotInput): Slot | null {
  return parentId === undefined || slot === undefined ? null : { parentId, slot };
}

/** The input of a change that adds modules: the place, what the caller saw there, and the position as `addModule` counts it. */
export const placeInput = {
  ...structureInput,
  modulePosition: z.int().nonnegative().max(1000).optional(),
  content: moduleIds,
};

type PlaceInput = z.output<z.ZodObject<typeof placeInput>>;

/** The place that such an input names; without a position it is the end. */
export function placeFrom({ pageId, locale, structureVersion, content, modulePosition, ...slot }: PlaceInput): Place {
  return {
    pageId,
    locale,
    structureVersion,
    where: slotFrom(slot),
    position: modulePosition ?? content.length,
    content,
  };
}
