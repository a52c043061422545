import type { OperationName } from '#domain/addresses/endpoints.ts';
import type { Incoming } from '#server/auth/call.ts';
import { refuseOperation } from './dispatch.ts';
import { answerMetrics } from './answer-metrics.ts';
import { health } from './health.ts';
import { text } from '#edge/answers.ts';
import { answerProbe } from './probe.ts';
import { wakePublisher } from './wake.ts';

/** Answers the endpoints for operators, under any host name. */
export async function answerOperation(name: OperationName, incoming: Incoming, version: string): Promise<Response> {
  const { request, runtime } = incoming;
  const refused = refuseOperation(name, request);
  if (refused) return refused;
  switch (name) {
    case 'live':
      return text(200, 'This process serves requests.');
    case 'health':
      return health(runtime, version);
    case 'metrics':
      return answerMetrics(incoming);
    case 'wake':
      return wakePublisher(request, runtime.config.hookSecret, runtime.publisher);
    case 'probe':
      return answerProbe(request, runtime);
  }
}
