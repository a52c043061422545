import type { Locale } from './locales.ts';
import type { SiteId } from './sites.ts';

/**
 * What members of the staff may do, and at what. Screens and actions ask for a right at a place, never for a role: rights by
 * kind, site, language or section are then more grants, which the server reads, and no screen changes.
 */

export const roles = ['editor', 'admin'] as const;
export type Role = (typeof roles)[number];

export type Right = 'edit' | 'manage people' | 'erase submissions' | 'run sites' | 'lock pages';

/** At what something is done. What is not named is not of one kind, one site, …, and takes a right everywhere. */
export type RightPlace = { kind?: string; site?: SiteId; locale?: Locale; section?: number };

/** A right, and where it holds; a dimension that is left out is not limited. */
export type Grant = {
  right: Right;
  kinds?: readonly string[];
  sites?: readonly SiteId[];
  locales?: readonly Locale[];
  /** Pages with all that is below them. */
  sections?: readonly number[];
};

const grants: Readonly<Record<Role, readonly Grant[]>> = {
  editor: [{ right: 'edit' }],
  admin: [
    { right: 'edit' },
    { right: 'manage people' },
    { right: 'erase submissions' },
    { right: 'run sites' },
    { right: 'lock pages' },
  ],
};

/** The rights of a role, which hold everywhere. */
export function getGrants(role: Role): readonly Grant[] {
  return grants[role];
}

/**
 * Whether somebody may do something at a place.
 *
 * @example may(staff, 'edit', { kind: 'product', locale: 'de' })
 */
export function may(staff: { grants: readonly Grant[] }, right: Right, place: RightPlace = {}): boolean {
  return staff.grants.some(
    (grant) =>
      grant.right === right &&
      holds(grant.kinds, place.kind) &&
      holds(grant.sites, place.site) &&
      holds(grant.locales, place.locale) &&
      holds(grant.sections, place.section),
  );
}

function holds<T>(limits: readonly T[] | undefined, at: T | undefined): boolean {
  return limits === undefined || (at !== undefined && limits.includes(at));
}
