import type { z } from 'zod';
import { type Result, ok } from '#domain/result.ts';
import type { FunctionArguments, FunctionName } from '#database/function-arguments.ts';
import { type Answer, expectData } from './client.ts';
import type { Calls } from './database.ts';

/** The parsed answer of a function of the database; throws as `expectData` does. */
export function callFunction<F extends FunctionName, T>(
  calls: Calls,
  name: F,
  schema: z.ZodType<T>,
  args?: FunctionArguments<F>,
): Promise<T> {
  return expectData(name, calls.rpc(name, args), schema);
}

export type DatabaseError = NonNullable<Answer['error']>;

/**
 * The same of a function that may refuse what it is to write.
 * @param refuse what people are told of an error, and null of one that they did not cause, which is thrown
 */
export async function callOrRefuse<F extends FunctionName, T>(
  calls: Calls,
  name: F,
  schema: z.ZodType<T>,
  refuse: (error: DatabaseError) => Result<never> | null | Promise<Result<never> | null>,
  args: FunctionArguments<F>,
): Promise<Result<T>> {
  const answer = await calls.rpc(name, args);
  const refused = answer.error && (await refuse(answer.error));
  return refused ?? ok(await expectData(name, answer, schema));
}
