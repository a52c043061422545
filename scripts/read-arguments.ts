import { type ParseArgsConfig, parseArgs } from 'node:util';
import { describeError } from '#domain/describe-error.ts';
import { stopWith } from './run.ts';
import { usages } from './usages.mjs';

/** The arguments of a command; one that it does not take, or that lacks its value, ends it with a sentence and its usage. */
export function readArguments<const T extends ParseArgsConfig>(
  command: keyof typeof usages,
  config: T,
): ReturnType<typeof parseArgs<T>> {
  try {
    return parseArgs(config);
  } catch (error) {
    return stopWith(`${describeError(error)}\n${usages[command].usage}`);
  }
}
