import { isLoopback } from '#server/http/client-address.ts';
import { text } from '#edge/answers.ts';
import { isSecret } from '#server/http/is-secret.ts';
import type { Incoming } from '#server/auth/call.ts';

/** Headers of proxies: what comes through one is not from this machine, whatever the connection says. */
const forwarding = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip'];
const ownHosts: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

/** `GET /metrics`, for Prometheus: to whoever has `METRICS_TOKEN`, and to this machine where there is none. */
export async function answerMetrics({ request, address, runtime }: Incoming): Promise<Response> {
  const { metricsToken } = runtime.config;
  if (metricsToken === null ? !isOfThisMachine(request, address) : !hasToken(request, metricsToken)) {
    const sentence =
      metricsToken === null
        ? 'Metrics are told to this machine only. Set METRICS_TOKEN to read them from another one.'
        : 'Metrics are told with "Authorization: Bearer" and the token METRICS_TOKEN.';
    return text(401, sentence, { 'www-authenticate': 'Bearer' });
  }
  const { metrics, database, publisher } = runtime;
  const written = await metrics.write(database, publisher.fault !== null);
  return text(200, written.text, { 'content-type': written.contentType, 'cache-control': 'no-store' });
}

function isOfThisMachine(request: Request, address: string): boolean {
  const host = request.headers.get('host')?.toLowerCase().replace(/:\d+$/, '') ?? '';
  return isLoopback(address) && ownHosts.has(host) && forwarding.every((name) => !request.headers.has(name));
}

function hasToken(request: Request, token: string): boolean {
  return isSecret(/^Bearer (.+)$/i.exec(request.headers.get('authorization') ?? '')?.[1] ?? '', token);
}
