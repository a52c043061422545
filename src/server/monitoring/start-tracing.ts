import { log } from '#server/log.ts';

/**
 * Sends traces to where `OTEL_EXPORTER_OTLP_ENDPOINT` leads (OTLP over HTTP). Without it nothing of OpenTelemetry is loaded.
 * @returns how to end it, with what has not been sent yet
 */
export async function startTracing(
  environment: Readonly<Record<string, string | undefined>>,
  version: string,
): Promise<() => Promise<void>> {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint = '', OTEL_SERVICE_NAME: name = '' } = environment;
  if (endpoint === '') return async () => {};
  if (!/^https?:/.test(endpoint) || !URL.canParse(endpoint)) {
    log.error({ endpoint }, 'OTEL_EXPORTER_OTLP_ENDPOINT has to be http://… or https://…: no traces are sent');
    return async () => {};
  }
  const { openTracing } = await import('./open-tracing.ts');
  return openTracing({ url: `${endpoint.replace(/\/$/, '')}/v1/traces`, name: name || 'website', version });
}
