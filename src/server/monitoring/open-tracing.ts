import { hash, randomBytes } from 'node:crypto';
import { type Context, ROOT_CONTEXT, SpanStatusCode, TraceFlags, context, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base';
import { describeError } from '#domain/describe-error.ts';
import { publishContext } from '#publish/log.ts';
import { type BeginSpan, setTracing } from '#publish/trace.ts';
import { requestContext } from '#server/log.ts';

type Ids = { traceId: string; spanId: string };
type Options = { url: string; name: string; version: string };

/** A trace takes so many requests that it is done for; a release may be of more. */
const maxLinks = 20;

/**
 * The ids of the span that is a request: made of its name in the logs, so that work which another process does for it, and which knows
 * that name from the queue, is part of the same trace.
 */
function toIds(request: string): Ids {
  const digest = hash('sha256', `trace of ${request}`);
  return { traceId: digest.slice(0, 32), spanId: digest.slice(32, 48) };
}

function toContext(request: string): Context {
  const remote = { ...toIds(request), traceFlags: TraceFlags.SAMPLED, isRemote: true };
  return trace.setSpanContext(ROOT_CONTEXT, remote);
}

/** Sends spans to a collector from now on. */
export function openTracing({ url, name, version }: Options): () => Promise<void> {
  /** Of the span that is begun at this moment. */
  let given: Ids | null = null;
  const provider = new BasicTracerProvider({
    resource: resourceFromAttributes({ 'service.name': name, 'service.version': version }),
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter({ url }))],
    idGenerator: {
      generateTraceId: () => given?.traceId ?? randomBytes(16).toString('hex'),
      generateSpanId: () => given?.spanId ?? randomBytes(8).toString('hex'),
    },
  });
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  const tracer = provider.getTracer('website');

  const begin: BeginSpan = (spanName, facts, { of = [], as }) => {
    const [first, ...others] = of.slice(0, maxLinks);
    const parent = as !== undefined ? ROOT_CONTEXT : first === undefined ? context.active() : toContext(first);
    given = as === undefined ? null : toIds(as);
    const span = tracer.startSpan(
      spanName,
      {
        attributes: {
          ...facts,
          ...named('request', requestContext.getStore()?.request),
          ...named('publish', publishContext.getStore()?.publish),
          ...(of.length > 0 ? { requests: [...of] } : {}),
        },
        links: others.map((request) => ({ context: { ...toIds(request), traceFlags: TraceFlags.SAMPLED } })),
      },
      parent,
    );
    given = null;
    return {
      within: (task) => context.with(trace.setSpan(context.active(), span), task),
      add: (more) => void span.setAttributes(more),
      end: (error) => {
        if (error !== undefined) span.setStatus({ code: SpanStatusCode.ERROR, message: describeError(error) });
        span.end();
      },
    };
  };
  setTracing(begin);
  return async () => {
    setTracing(null);
    await provider.shutdown();
  };
}

function named(key: string, value: string | undefined): Record<string, string> {
  return value === undefined ? {} : { [key]: value };
}
