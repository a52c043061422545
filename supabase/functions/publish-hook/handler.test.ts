import { createHandler, type HookOptions } from './handler.ts';

const payload = { type: 'UPDATE', schema: 'public', table: 'products', record: { id: 1 }, old_record: { id: 1 } };
type Call = { url: string; secret: string | null };

/** A handler whose publisher answers with these statuses, one after another and then with the last; 0 is no answer. */
function harness(statuses: number[], more: Partial<HookOptions> = {}) {
  const calls: Call[] = [];
  const pauses: number[] = [];
  const handle = createHandler({
    webhookSecret: 'from-the-database',
    publisherUrl: 'https://publisher.example/',
    publisherSecret: 'for-the-publisher',
    wait: (milliseconds) => {
      pauses.push(milliseconds);
      return Promise.resolve();
    },
    fetch: (input, init) => {
      const status = statuses[Math.min(calls.length, statuses.length - 1)] ?? 0;
      calls.push({ url: String(input), secret: new Headers(init?.headers).get('x-publish-hook-secret') });
      return status === 0 ? Promise.reject(new TypeError('refused')) : Promise.resolve(new Response(null, { status }));
    },
    ...more,
  });
  let read = 0;
  const send = (init: RequestInit = {}) => {
    const request = new Request('https://functions.example/publish-hook', {
      method: 'POST',
      headers: { 'x-webhook-secret': 'from-the-database' },
      body: JSON.stringify(payload),
      ...init,
    });
    const json = request.json.bind(request);
    request.json = async () => {
      const body = await json();
      read += 1;
      return body;
    };
    return handle(request);
  };
  /** Resolves when so many requests have been read, and what follows at once from that has happened. */
  const untilRead = async (count: number): Promise<void> => {
    do await new Promise((resolve) => setTimeout(resolve));
    while (read < count);
  };
  return { send, calls, pauses, untilRead };
}

function equal(actual: unknown, expected: unknown): void {
  const [one, other] = [JSON.stringify(actual), JSON.stringify(expected)];
  if (one !== other) throw new Error(`got ${one}, expected ${other}`);
}

async function words(response: Response): Promise<string> {
  return (await response.json()).message;
}

Deno.test('wakes the publisher with its own secret, at one address whatever slash ends the URL', async () => {
  const { send, calls } = harness([202]);
  equal((await send()).status, 202);
  equal(calls, [{ url: 'https://publisher.example/_publish/wake', secret: 'for-the-publisher' }]);
});

Deno.test('takes the secret as a bearer token as well', async () => {
  equal((await harness([202]).send({ headers: { authorization: 'Bearer from-the-database' } })).status, 202);
});

Deno.test('refuses a missing, a wrong and an almost right secret without waking anybody', async () => {
  const { send, calls } = harness([202]);
  for (const secret of [null, '', 'from-the-databasf', 'from-the-database-and-more', 'for-the-publisher']) {
    const response = await send({ headers: secret === null ? {} : { 'x-webhook-secret': secret } });
    equal(response.status, 401);
    if (!(await words(response)).includes('secret')) throw new Error('it does not say what is wrong');
  }
  equal(calls, []);
});

Deno.test('lets nobody in when its own secret is empty', async () => {
  equal((await harness([202], { webhookSecret: '' }).send({ headers: {} })).status, 401);
});

Deno.test('is called with POST only', async () => {
  const response = await harness([202]).send({ method: 'GET', body: null });
  equal([response.status, response.headers.get('allow')], [405, 'POST']);
});

Deno.test('refuses what no database webhook sends', async () => {
  const { send, calls } = harness([202]);
  for (const body of ['', '{', '[]', 'null', '"UPDATE"', '{}', '{"type":1,"schema":"public","table":"pages"}']) {
    equal((await send({ body })).status, 400);
  }
  equal(calls, []);
});

Deno.test('tries again with growing pauses while the publisher fails', async () => {
  const { send, calls, pauses } = harness([0, 503, 202]);
  equal((await send()).status, 202);
  equal(calls.length, 3);
  equal(pauses, [50, 200, 600]);
});

Deno.test('gives up after three attempts, and says that nothing is lost', async () => {
  const { send, calls } = harness([0]);
  const response = await send();
  equal(response.status, 502);
  equal(calls.length, 3);
  equal(
    await words(response),
    'The publisher cannot be reached. The change is in the queue and is published when the publisher looks next.',
  );
});

Deno.test('does not insist when the publisher refuses', async () => {
  for (const status of [401, 404]) {
    const { send, calls } = harness([status]);
    equal((await send()).status, 502);
    equal(calls.length, 1);
  }
});

Deno.test('does not wait for a publisher that never answers', async () => {
  const { send } = harness([202], {
    timeoutMilliseconds: 20,
    fetch: (_input, init) =>
      new Promise((_resolve, reject) => init?.signal?.addEventListener('abort', () => reject(init.signal?.reason))),
  });
  // The runtime keeps no process alive for the timer of a signal.
  const alive = setTimeout(() => {}, 5000);
  const response = await send();
  clearTimeout(alive);
  equal(response.status, 502);
  if (!(await words(response)).includes('in time')) throw new Error('it does not say why');
});

Deno.test('a burst shares one wake, and what comes during a wake gets one of its own', async () => {
  let open = () => {};
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  let begun = () => {};
  const first = new Promise<void>((resolve) => {
    begun = resolve;
  });
  let count = 0;
  let expected = 20;
  const { send, untilRead } = harness([202], {
    wait: () => untilRead(expected),
    fetch: async () => {
      count += 1;
      begun();
      await gate;
      return new Response(null, { status: 202 });
    },
  });
  const early = Array.from({ length: 20 }, () => send());
  await first;
  expected = 40;
  const late = Array.from({ length: 20 }, () => send());
  await untilRead(40);
  open();
  const statuses = (await Promise.all([...early, ...late])).map(({ status }) => status);
  equal(statuses.filter((status) => status === 202).length, 40);
  equal(count, 2);
});

Deno.test('a wake that fails does not stop the next one', async () => {
  const { send } = harness([404, 202]);
  equal((await send()).status, 502);
  equal((await send()).status, 202);
});
