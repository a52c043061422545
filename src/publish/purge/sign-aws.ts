import { createHash, createHmac } from 'node:crypto';

export type AwsKeys = { id: string; secret: string; session: string | null };

type Request = { method: string; url: URL; headers: Readonly<Record<string, string>>; body: string };
type Scope = { keys: AwsKeys; service: string; region: string; at: Date };

const hash = (text: string) => createHash('sha256').update(text).digest('hex');
const sign = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();

/**
 * The headers of a request to AWS with its signature (version 4).
 *
 * @param request whose address has no query
 */
export function signAws(
  { method, url, headers, body }: Request,
  { keys, service, region, at }: Scope,
): Record<string, string> {
  const stamp = at.toISOString().replace(/[-:]|\.\d{3}/g, '');
  const day = stamp.slice(0, 8);
  const signed: Record<string, string> = {
    ...headers,
    host: url.host,
    'x-amz-date': stamp,
    ...(keys.session === null ? {} : { 'x-amz-security-token': keys.session }),
  };
  const names = Object.keys(signed).toSorted();
  const canonical = [
    method,
    url.pathname,
    '',
    ...names.map((name) => `${name}:${signed[name]?.trim()}`),
    '',
    names.join(';'),
    hash(body),
  ].join('\n');
  const scope = `${day}/${region}/${service}/aws4_request`;
  const toSign = ['AWS4-HMAC-SHA256', stamp, scope, hash(canonical)].join('\n');
  const key = [day, region, service, 'aws4_request'].reduce<string | Buffer>(
    (before, part) => sign(before, part),
    `AWS4${keys.secret}`,
  );
  const signature = sign(key, toSign).toString('hex');
  const { host: _, ...sent } = signed;
  return {
    ...sent,
    authorization: `AWS4-HMAC-SHA256 Credential=${keys.id}/${scope}, SignedHeaders=${names.join(';')}, Signature=${signature}`,
  };
}
