import { type IncomingHttpHeaders, request } from 'node:http';
import { hosts, port } from './fixtures.ts';

export type RawAnswer = { status: number; headers: IncomingHttpHeaders; body: string };

export type RawRequest = {
  /** Sent as it is: nothing resolves dot segments or escapes on the way. */
  path: string;
  method?: string;
  host?: string;
  headers?: Readonly<Record<string, string>>;
  body?: string | Buffer;
};

/** A request that no browser would send. A connection that the server ends without an answer has the status 0. */
export function send({ path, method = 'GET', host = hosts.main, headers = {}, body }: RawRequest): Promise<RawAnswer> {
  return new Promise((resolve) => {
    const end = (answer: RawAnswer) => resolve(answer);
    const outgoing = request(
      { host: '127.0.0.1', port, path, method, agent: false, headers: { host, ...headers } },
      (response) => {
        const parts: Buffer[] = [];
        response.on('data', (part: Buffer) => parts.push(part));
        const done = () =>
          end({
            status: response.statusCode ?? 0,
            headers: response.headers,
            body: Buffer.concat(parts).toString('utf8'),
          });
        response.on('end', done);
        response.on('error', done);
      },
    );
    outgoing.on('error', () => end({ status: 0, headers: {}, body: '' }));
    outgoing.setTimeout(30_000, () => outgoing.destroy());
    outgoing.end(body);
  });
}
