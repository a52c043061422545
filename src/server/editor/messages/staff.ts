import { ownValue } from '#domain/objects.ts';
import type { EditedRecord } from '#changes/publish-history.ts';
import type { FieldText } from './page.ts';

const labels: Readonly<Record<string, string>> = {
  email: 'E-mail',
  name: 'Name',
  role: 'Role',
  disabled_at: 'Disabled',
  second_factor: 'Two-step sign-in',
  recovery_codes: 'Recovery codes',
  second_factor_of: 'Two-step sign-in is required of',
};
const rules: Readonly<Record<string, string>> = { nobody: 'Nobody', admins: 'Administrators', everybody: 'Everybody' };
const roles: Readonly<Record<string, string>> = { editor: 'Editor', admin: 'Administrator' };

/**
 * A change of who may edit, in words.
 *
 * @param colleagues the names of those who are on the staff now, by their id
 */
export function describeStaff(
  { before, after, ref }: Pick<EditedRecord, 'before' | 'after' | 'ref'>,
  colleagues: ReadonlyMap<string, string>,
): { subject: string; fields: FieldText[] } {
  const own = { ...before, ...after };
  const given = showText(own['name']) ?? showText(own['email']) ?? undefined;
  const name = (ref === null ? undefined : colleagues.get(ref)) ?? given;
  return {
    subject: ref === null ? 'Signing in' : name === undefined ? 'A former colleague' : `Colleague “${name}”`,
    fields: Object.keys(labels).flatMap((field): FieldText[] => {
      const [old, now] = [describeValue(field, ownValue(before, field)), describeValue(field, ownValue(after, field))];
      return old === now ? [] : [{ label: ownValue(labels, field) ?? field, locale: null, before: old, after: now }];
    }),
  };
}

function describeValue(field: string, value: unknown): string | null {
  if (typeof value === 'boolean') return value ? 'On' : 'Off';
  if (typeof value === 'number') return String(value);
  const text = showText(value);
  if (text === null || field === 'disabled_at') return text && 'Yes';
  if (field === 'second_factor_of') return ownValue(rules, text) ?? text;
  return field === 'role' ? (ownValue(roles, text) ?? text) : text;
}

function showText(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}
