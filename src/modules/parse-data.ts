import { toIssues } from '#domain/issues.ts';
import { problemOfSize } from '#domain/values/json-limits.ts';
import { type Result, fail, ok } from '#domain/result.ts';
import { type RegisteredType, getDefinition } from './definitions.ts';
import { upgrades } from './upgrades.ts';

/**
 * Stored module data of any version as data of the current one: upgraded step by step, then checked. All issues are
 * collected, each at its path.
 */
export function parseData(type: RegisteredType, version: number, stored: unknown): Result<unknown> {
  const definition = getDefinition(type);
  let data = stored;
  const problem = problemOfSize(stored);
  if (problem !== null) return fail('invalid', problem);
  if (version > definition.version) {
    return {
      ok: false,
      failure: {
        code: 'invalid',
        message: `The data is of version ${version}, and this code knows ${type} up to version ${definition.version}. Deploy the newer code.`,
      },
    };
  }
  for (let step = version; step < definition.version; step += 1) {
    const upgrade = upgrades[type]?.[step];
    if (!upgrade) throw new Error(`${type} has no upgrade from version ${step}`);
    data = upgrade(data);
  }
  const parsed = definition.schema.safeParse(data);
  if (parsed.success) return ok(parsed.data);
  return fail('invalid', `The data of this ${type} is not valid`, toIssues(parsed.error));
}
