const encodings = ['br', 'gzip'] as const;
export type Encoding = (typeof encodings)[number];

/**
 * The compression to answer with, by `Accept-Encoding`; null for none.
 *
 * @example acceptedEncoding('gzip, br;q=0'); // 'gzip'
 */
export function acceptedEncoding(header: string | null): Encoding | null {
  const weights = new Map(
    (header ?? '').split(',').map((part) => {
      const [name = '', ...parameters] = part
        .toLowerCase()
        .split(';')
        .map((one) => one.trim());
      const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? '1';
      return [name, Number(weight)] as const;
    }),
  );
  const accepts = (encoding: Encoding) => (weights.get(encoding) ?? weights.get('*') ?? 0) > 0;
  return encodings.find(accepts) ?? null;
}
