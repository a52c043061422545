import type { BucketAddress } from '#publish/targets/bucket/bucket-address.ts';
import { examineBucket } from '#publish/targets/bucket/examine-bucket.ts';
import { S3Bucket } from '#publish/targets/bucket/s3-bucket.ts';
import { type Finding, note, well, wrong } from './finding.ts';

const limits = { attempts: 2, timeoutMilliseconds: 10_000 };

/** Whether the sites can be published to object storage. */
export async function checkBuckets(buckets: readonly BucketAddress[]): Promise<Finding[]> {
  const found = await Promise.all(
    buckets.map(async (address): Promise<Finding[]> => {
      const bucket = new S3Bucket(address, limits);
      const about = `Bucket ${bucket.name}`;
      const problems = await examineBucket(bucket);
      if (problems.length === 0) return [well(about, 'can be read, listed, written to and deleted from')];
      return problems.map(({ message, isPassing }) => {
        const [says = message, todo = 'Look at the service, and run this again.'] = message.split(/(?:\. |: (?=let ))/);
        return isPassing && todo.startsWith('let')
          ? note(about, says, `${todo.charAt(0).toUpperCase()}${todo.slice(1)}.`)
          : wrong(about, says, todo.endsWith('.') ? todo : `${todo}.`);
      });
    }),
  );
  return found.flat();
}
