import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';

/** How many sign-ins may fail in the window before the next is refused unseen. */
export const failureLimits = { perAddress: 20, perEmail: 8, windowSeconds: 15 * 60 } as const;

/**
 * Slows down whoever guesses passwords: counts failed sign-ins by address and by e-mail, in this process's memory. Every
 * attempt counts until it has succeeded, so that many at once are no way around it.
 */
export class SignInThrottle {
  readonly #byAddress: RateLimiterMemory;
  readonly #byEmail: RateLimiterMemory;

  constructor(limits: { perAddress: number; perEmail: number; windowSeconds: number } = failureLimits) {
    this.#byAddress = new RateLimiterMemory({ points: limits.perAddress, duration: limits.windowSeconds });
    this.#byEmail = new RateLimiterMemory({ points: limits.perEmail, duration: limits.windowSeconds });
  }

  /** Counts an attempt. Answers with the seconds to wait, or 0 when it may be made. */
  async attempt(address: string, email: string): Promise<number> {
    const waits = await Promise.all([
      consume(this.#byAddress, addressKey(address)),
      consume(this.#byEmail, emailKey(email)),
    ]);
    return Math.max(...waits);
  }

  /** Takes back the count of an attempt that succeeded. */
  async succeeded(address: string, email: string): Promise<void> {
    await Promise.all([this.#byAddress.reward(addressKey(address), 1), this.#byEmail.delete(emailKey(email))]);
  }

  /** Takes back the count of an attempt that could not be judged, because the database did not answer. */
  async undecided(address: string, email: string): Promise<void> {
    await Promise.all([this.#byAddress.reward(addressKey(address), 1), this.#byEmail.reward(emailKey(email), 1)]);
  }
}

async function consume(limiter: RateLimiterMemory, key: string): Promise<number> {
  try {
    await limiter.consume(key);
    return 0;
  } catch (error) {
    if (error instanceof RateLimiterRes) return Math.max(1, Math.ceil(error.msBeforeNext / 1000));
    throw error;
  }
}

function emailKey(email: string): string {
  return email.trim().toLowerCase();
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
