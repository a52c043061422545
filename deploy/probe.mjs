// Reads from another place what was just published, as visitors there do, and tells the Node server by hash what they got:
//   PROBE_HOST=https://www.example.com PROBE_NAME=Tokyo PROBE_SECRET=… node probe.mjs
// This file is all of it. It runs on Node 20 or later, and as a worker with a cron trigger (docs/deploying.md, "Probes elsewhere").

const readConcurrency = 8;
const patience = 10_000;
const encoder = new TextEncoder();

/** @typedef {{ PROBE_HOST: string, PROBE_NAME: string, PROBE_SECRET: string }} Settings */
/** @typedef {{ purge: number, path: string, url: string }} Look */
/** @typedef {{ purge: number, path: string, hash: string | null }} Read */

/**
 * Tells what was read, and answers with what to read next.
 * @param {Settings} settings
 * @param {{ reads: Read[], failure: string | null }} told
 * @returns {Promise<{ looks: Look[], pause: number }>}
 */
async function exchange({ PROBE_HOST, PROBE_NAME, PROBE_SECRET }, told) {
  const body = JSON.stringify({ probe: PROBE_NAME, ...told });
  const at = Date.now();
  const use = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', encoder.encode(PROBE_SECRET), use, false, ['sign']);
  const signed = new Uint8Array(await crypto.subtle.sign('HMAC', key, encoder.encode(`${at}.${body}`)));
  const hex = Array.from(signed, (byte) => byte.toString(16).padStart(2, '0')).join('');
  const response = await fetch(new URL('/_publish/probe', PROBE_HOST), {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-probe-signature': `t=${at},v1=${hex}` },
    body,
    signal: AbortSignal.timeout(patience),
  });
  const answer = await response.text();
  if (!response.ok) throw new Error(`${PROBE_HOST} answered ${response.status}: ${answer.slice(0, 200)}`);
  return JSON.parse(answer);
}

/**
 * Names what visitors get at an address as the publisher names its files; null where it is no page.
 * @param {string} url
 */
async function hashAt(url) {
  // Nothing is said of caching: whatever is in between answers as it answers visitors.
  const headers = { 'accept-encoding': 'identity', 'user-agent': 'website-probe (seen live)' };
  const response = await fetch(url, { headers, redirect: 'manual', signal: AbortSignal.timeout(patience) });
  const bytes = await response.arrayBuffer();
  if (response.status >= 500) throw new Error(`${url} answers ${response.status}`);
  if (response.status !== 200) return null;
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  const text = btoa(String.fromCharCode(...digest));
  return text.replaceAll('+', '-').replaceAll('/', '_').slice(0, 27);
}

/** @param {readonly Look[]} looks */
async function readAll(looks) {
  const left = [...looks];
  /** @type {{ reads: Read[], failure: string | null }} */
  const told = { reads: [], failure: null };
  const lane = async () => {
    for (let look = left.shift(); look; look = left.shift()) {
      try {
        told.reads.push({ purge: look.purge, path: look.path, hash: await hashAt(look.url) });
      } catch (error) {
        told.failure = messageOf(error);
      }
    }
  };
  await Promise.all(Array.from({ length: readConcurrency }, lane));
  return told;
}

/** @param {unknown} error */
function messageOf(error) {
  const cause = error instanceof Error && error.cause instanceof Error ? `: ${error.cause.message}` : '';
  return `${error instanceof Error ? error.message : String(error)}${cause}`.slice(0, 300);
}

/**
 * Goes on until a moment.
 * @param {Settings} settings
 * @param {number} until
 */
async function probe(settings, until) {
  /** @type {{ reads: Read[], failure: string | null }} */
  let told = { reads: [], failure: null };
  let failures = 0;
  do {
    let pause = Math.min(60_000, 1000 * 2 ** failures);
    try {
      const asked = await exchange(settings, told);
      failures = 0;
      pause = asked.pause;
      told = await readAll(asked.looks);
    } catch (error) {
      if (failures === 0) console.error(messageOf(error));
      failures += 1;
    }
    await new Promise((resolve) => setTimeout(resolve, pause));
  } while (Date.now() < until);
}

export default {
  /**
   * Cron triggers come once a minute.
   * @param {unknown} _event
   * @param {Settings & { PROBE_SECONDS?: string }} environment
   */
  async scheduled(_event, environment) {
    await probe(environment, Date.now() + 1000 * Number(environment.PROBE_SECONDS ?? 55));
  },
};

const { process } = globalThis;
if (process?.argv?.[1]?.endsWith('probe.mjs')) {
  const { PROBE_HOST, PROBE_NAME, PROBE_SECRET } = process.env;
  if (!PROBE_HOST || !PROBE_NAME || !PROBE_SECRET) {
    console.error('Set PROBE_HOST (such as https://www.example.com), PROBE_NAME and PROBE_SECRET.');
    process.exit(1);
  }
  await probe({ PROBE_HOST, PROBE_NAME, PROBE_SECRET }, Infinity);
}
