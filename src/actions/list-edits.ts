import { z } from 'zod';
import { type Result, ok } from '#domain/result.ts';
import {
  type AuditEdit,
  type Named,
  auditFilter,
  auditKinds,
  readAudit,
  readPeople,
} from '#server/editor/screens/audit.ts';
import { asStaff } from './as-staff.ts';
import { defineAction } from './define-action.ts';

type AuditPage = {
  edits: AuditEdit[];
  hasMore: boolean;
  last: number | null;
  /** What the log is filtered by. */
  people: Named[];
  kinds: Named[];
};

/** The audit log: the newest changes, or those before one of them, that match a filter. */
export const listEdits = defineAction({
  input: z.object({ filter: auditFilter, before: z.int().positive().optional() }),
  handler: ({ filter, before = null }, context) =>
    asStaff(context, async ({ session }): Promise<Result<AuditPage>> => {
      const [page, people] = await Promise.all([readAudit(session.client, filter, before), readPeople(session.client)]);
      return ok({ ...page, people, kinds: auditKinds() });
    }),
});
