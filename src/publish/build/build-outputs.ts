import { z } from 'zod';
import { callFunction } from '#content/clients/call-function.ts';
import type { Failure } from '#domain/result.ts';
import { type BuildChunk, type BuiltOutput, type DrawOptions, type KeptOutput, drawOutputs } from './draw-outputs.ts';
import { failureRecord } from '#publish/failure-record.ts';

/** What a build keeps of a chunk that the index knows of: little, since a site has thousands of outputs. */
export type BuiltChunk = {
  /** The number of outputs that were taken over without being read. */
  kept: number;
  failures: { path: string; failure: Failure }[];
  csps: string[];
  media: string[];
};

export type OutputBuilder = {
  build: (chunk: BuildChunk, build: number) => Promise<BuiltChunk>;
  /** Resolves when the index knows of every output that was built. */
  finish: () => Promise<void>;
  close: () => Promise<void>;
};

/** Outputs written down in the index by one call: enough to make it cheap, few enough that nobody waits for the last ones. */
const registerBatchSize = 125;
/** The same of those that stay as they are. */
const keepBatchSize = 1000;
/** How long a build stays reserved for whoever writes down an output of it. */
export const leaseSeconds = 60;

/**
 * Builds outputs in this thread and registers them in the index while the next ones are rendered. Their tags stay in this
 * thread: thousands would otherwise be sent to the main thread and stay in memory until the build ends.
 */
export function localBuilder(options: DrawOptions): OutputBuilder {
  const draw = drawOutputs(options);
  const unregistered: BuiltOutput[] = [];
  const unregisteredKept: KeptOutput[] = [];
  const registrations: Promise<unknown>[] = [];
  let running = 0;

  function register(): void {
    const p_outputs = unregistered
      .splice(0)
      .map(({ csp: _, media: __, failure, ...output }) => ({ ...output, failure: failure && failureRecord(failure) }));
    const p_kept = unregisteredKept.splice(0).map(({ media: _, ...output }) => output);
    if (p_outputs.length + p_kept.length === 0) return;
    const registration = callFunction(options.calls, 'build_register', z.unknown(), {
      p_build: running,
      p_lease_seconds: leaseSeconds,
      p_outputs,
      p_kept,
    });
    // `finish` waits for all of them and throws what failed.
    registration.catch(() => {});
    registrations.push(registration);
  }

  return {
    async build(chunk, build) {
      running = build;
      const { built, kept } = await draw(chunk);
      unregistered.push(...built);
      unregisteredKept.push(...kept);
      if (unregistered.length >= registerBatchSize || unregisteredKept.length >= keepBatchSize) register();
      return {
        kept: kept.length,
        failures: built.flatMap(({ path, failure }) => (failure ? [{ path: path ?? '', failure }] : [])),
        csps: [...new Set(built.flatMap(({ csp }) => csp ?? []))],
        media: [...new Set([...built, ...kept].flatMap(({ media }) => media))],
      };
    },
    async finish() {
      register();
      await Promise.all(registrations.splice(0));
    },
    close: async () => {},
  };
}
