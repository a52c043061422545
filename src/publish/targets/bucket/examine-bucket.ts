import { randomUUID } from 'node:crypto';
import { BucketFailure } from './bucket-failure.ts';
import type { S3Bucket } from './s3-bucket.ts';

/** What is wrong with a bucket for publishing; nothing where all is well. */
type BucketProblem = { message: string; isPassing: boolean };

const plain = { 'content-type': 'text/plain' };

/** Tries everything that publishing does to a bucket, with an object that it deletes again. */
export async function examineBucket(bucket: S3Bucket): Promise<BucketProblem[]> {
  const key = `.probe-${randomUUID()}`;
  const bytes = new TextEncoder().encode('probe');
  const problems: BucketProblem[] = [];
  const attempt = async <T>(task: () => Promise<T>): Promise<T | undefined> => {
    try {
      return await task();
    } catch (error) {
      if (!(error instanceof BucketFailure)) throw error;
      problems.push({ message: error.message, isPassing: error.isPassing });
      return undefined;
    }
  };
  const put = await attempt(() => bucket.put(key, bytes, plain));
  // Without that nothing else can be tried, and the reason is often the same.
  if (put === undefined) return problems;
  if ((await attempt(() => bucket.get(key))) === null) {
    problems.push({
      message: `The bucket ${bucket.name} does not have what was just written. Check that its service is S3 itself, without a cache in front`,
      isPassing: false,
    });
  }
  await attempt(async () => {
    for await (const _ of bucket.list(key)) return;
  });
  if (bucket.address.mode === 'pointer') {
    const overwritten = await attempt(() => bucket.put(key, bytes, plain, { 'if-match': '"none"' }));
    if (overwritten !== undefined && overwritten !== null) {
      problems.push({
        message: `The service of the bucket ${bucket.name} does not know conditional writes: let one publisher publish to it, or use mode=mirror`,
        isPassing: true,
      });
    }
  }
  await attempt(() => bucket.remove([key]));
  return problems;
}
