import { LRUCache } from 'lru-cache';
import { addressKey } from '#server/http/throttle.ts';

/** How many attempts may fail before the next one has to wait, and how long at most, in seconds. */
type Limit = { free: number; longest: number };

/** From one place on one account; from one place on all; on one account from everywhere. */
const limits = {
  pair: { free: 8, longest: 15 * 60 },
  address: { free: 20, longest: 15 * 60 },
  // Slows down distributed guessing, and locks no user out for long.
  account: { free: 50, longest: 60 },
  device: { free: 8, longest: 15 * 60 },
} as const satisfies Record<string, Limit>;
type Kind = keyof typeof limits;

/** The first wait, in seconds; each failure after it doubles the next. */
const firstWait = 30;
/** Failures are forgotten after this time, in milliseconds. */
const memory = 30 * 60 * 1000;

type Count = { failures: number; waitUntil: number };

/** An attempt to sign in: its address, its account, and its known device, if any. */
type Attempt = { address: string; account: string; device: string | null };

/**
 * Slows down password guessing by growing waits, in this process's memory. Failures count by address and account together, so
 * that others cannot lock a user out; a device on which the account has signed in before is counted on its
 * own. Every attempt counts until it has succeeded, so that concurrent ones are no way around it.
 */
export class SignInThrottle {
  readonly #counts = new LRUCache<string, Count>({ max: 50_000, ttl: memory, ttlAutopurge: false });
  readonly #now: () => number;

  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  /** Counts an attempt. Returns the seconds to wait, or 0 when it may be made. */
  attempt(attempt: Attempt): number {
    const now = this.#now();
    const keys = listKeys(attempt);
    const wait = Math.max(...keys.map(([, key]) => (this.#counts.get(key)?.waitUntil ?? 0) - now));
    if (wait > 0) return Math.ceil(wait / 1000);
    for (const [kind, key] of keys) {
      const failures = (this.#counts.get(key)?.failures ?? 0) + 1;
      this.#counts.set(key, { failures, waitUntil: now + waitAfter(kind, failures) });
    }
    return 0;
  }

  /** Forgets the failures of an attempt that succeeded; those of other addresses and accounts remain. */
  succeeded(attempt: Attempt): void {
    this.undecided(attempt);
    for (const [kind, key] of listKeys(attempt)) if (kind === 'pair' || kind === 'device') this.#counts.delete(key);
  }

  /** Takes back the count of an attempt that could not be judged, because the database did not answer. */
  undecided(attempt: Attempt): void {
    const now = this.#now();
    for (const [kind, key] of listKeys(attempt)) {
      const failures = (this.#counts.get(key)?.failures ?? 0) - 1;
      if (failures <= 0) this.#counts.delete(key);
      else this.#counts.set(key, { failures, waitUntil: now + waitAfter(kind, failures - 1) });
    }
  }
}

function listKeys({ address, account, device }: Attempt): (readonly [Kind, string])[] {
  if (device !== null) return [['device', `device ${device}`]];
  const place = addressKey(address);
  const who = account.trim().toLowerCase();
  return [
    ['pair', `pair ${place} ${who}`],
    ['address', `address ${place}`],
    ['account', `account ${who}`],
  ];
}

/** How long the next attempt has to wait after so many failures, in milliseconds. */
function waitAfter(kind: Kind, failures: number): number {
  const { free, longest } = limits[kind];
  return failures < free ? 0 : Math.min(longest, firstWait * 2 ** (failures - free)) * 1000;
}
