import type { $ZodType } from 'zod/v4/core';
import type { Client } from '#content/clients/client.ts';
import type { Json } from '#database/database.types.ts';
import type { Forked, Visitor } from '../../fixtures/fork-served.ts';

/** What entries make their calls from: a served site, and two editors who are signed in. */
export type Desk = {
  served: Forked;
  /** Reads and writes with all rights. */
  client: Client;
  editor: Visitor;
  second: Visitor;
  pageId: number;
  hero: { id: number; data: Record<string, Json | undefined> };
  /** A form with one field, which is required. */
  formId: number;
  /** A shared module with the hero's content. */
  sharedId: number;
};

export type Malformed = {
  /** As the end of "is refused for …". */
  what: string;
  input: unknown;
  /** The fields that the answer names; without it only that it is refused counts. */
  fields?: readonly string[];
};

/**
 * The data of one action for the tests of all actions. Each action has an entry in this folder, in a file named like
 * the action's own; an action without one fails the tests.
 */
export type ActionEntry = {
  /** As `src/actions/index.ts` exports it. */
  name: string;
  /** Who may call it. */
  access: 'staff' | 'anybody';
  /** How its input travels; `none` for a call that has none. */
  send: 'json' | 'form' | 'none';
  /** A call that is valid, so that only who makes it, and from where, decides. For `form` a FormData. */
  valid: (desk: Desk) => Record<string, unknown> | FormData | Promise<Record<string, unknown> | FormData>;
  /** The schema of the whole input, where the action itself checks more than its input schema says. */
  checks?: $ZodType;
  /** Keys of the input that may be left out or null; all others are refused when they are. */
  optional?: readonly string[];
  /** Keys whose errors are at other fields, as those of a module's payload. */
  opaque?: readonly string[];
  /** Input that is of the right shape and nevertheless wrong. */
  malformed?: (desk: Desk) => readonly Malformed[] | Promise<readonly Malformed[]>;
  /**
   * For an action that takes a version: a call with an outdated version. It is answered with 409 and the current state.
   */
  stale?: (desk: Desk) => Record<string, unknown> | Promise<Record<string, unknown>>;
};
