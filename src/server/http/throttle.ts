import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';

type Limits = { perAddress: number; perSubject: number; windowSeconds: number };

/**
 * Slows down guessing: counts failed attempts by address and by subject (an e-mail, a link), in this
 * process's memory. Every attempt counts until it has succeeded, so that concurrent ones are no way around it.
 */
export class AttemptThrottle {
  readonly #byAddress: RateLimiterMemory;
  readonly #bySubject: RateLimiterMemory;

  constructor(limits: Limits) {
    this.#byAddress = new RateLimiterMemory({ points: limits.perAddress, duration: limits.windowSeconds });
    this.#bySubject = new RateLimiterMemory({ points: limits.perSubject, duration: limits.windowSeconds });
  }

  /** Counts an attempt. Returns the seconds to wait, or 0 when it may be made. */
  async attempt(address: string, subject: string): Promise<number> {
    const waits = await Promise.all([
      consume(this.#byAddress, addressKey(address)),
      consume(this.#bySubject, subjectKey(subject)),
    ]);
    return Math.max(...waits);
  }

  /** Takes back the count of an attempt that succeeded. */
  async succeeded(address: string, subject: string): Promise<void> {
    await Promise.all([this.#byAddress.reward(addressKey(address), 1), this.#bySubject.delete(subjectKey(subject))]);
  }

  /** Takes back the count of an attempt that could not be judged, because the database did not answer. */
  async undecided(address: string, subject: string): Promise<void> {
    await Promise.all([this.#byAddress.reward(addressKey(address), 1), this.#bySubject.reward(subjectKey(subject), 1)]);
  }
}

/** Consumes a point of a limiter. Returns the seconds to wait, or 0 when it is allowed. */
export async function consume(limiter: RateLimiterMemory, key: string): Promise<number> {
  try {
    await limiter.consume(key);
    return 0;
  } catch (error) {
    if (error instanceof RateLimiterRes) return Math.max(1, Math.ceil(error.msBeforeNext / 1000));
    throw error;
  }
}

function subjectKey(subject: string): string {
  return subject.trim().toLowerCase();
}

/** One household or office of IPv6 has a /64 of addresses: it counts as one. */
export function addressKey(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped) return mapped;
  if (!address.includes(':')) return address;
  const [head = '', tail] = address.toLowerCase().split('%')[0]?.split('::') ?? [];
  const before = head === '' ? [] : head.split(':');
  const after = tail ? tail.split(':') : [];
  const groups =
    tail === undefined
      ? before
      : [...before, ...Array<string>(Math.max(0, 8 - before.length - after.length)).fill('0'), ...after];
  return groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':');
}

/** Limits how often one address asks, in this process's memory. */
export class RequestThrottle {
  readonly #byAddress: RateLimiterMemory;

  constructor({ perAddress, windowSeconds }: Pick<Limits, 'perAddress' | 'windowSeconds'>) {
    this.#byAddress = new RateLimiterMemory({ points: perAddress, duration: windowSeconds });
  }

  /** Counts a request. Returns the seconds to wait, or 0 when it may be answered. */
  attempt(address: string): Promise<number> {
    return consume(this.#byAddress, addressKey(address));
  }
}
