import { randomUUID } from 'node:crypto';

/**
 * What a request is called in the logs and in its answer: as the proxy in front calls it, or by an id of its own.
 *
 * @param isOfProxy whether a trusted proxy has sent it: anybody else could put other requests' names into the logs
 */
export function requestId(input: string | null, isOfProxy: boolean): string {
  return isOfProxy && input !== null && /^[\w.:-]{8,128}$/.test(input) ? input : randomUUID();
}
