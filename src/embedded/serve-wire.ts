import { type AddressInfo, type Socket, createServer } from 'node:net';
import type { PGlite } from '@electric-sql/pglite';

const sslRequest = 80_877_103;
const gssRequest = 80_877_104;
const terminate = 0x58;

/**
 * Speaks PostgreSQL's wire protocol over a PGlite database, so that tools such as the Supabase CLI can look at it. One
 * client at a time: the database is one session. Nothing else may use the database meanwhile.
 */
export async function serveWire(database: PGlite): Promise<{ url: string; stop(): Promise<void> }> {
  const server = createServer((socket) => converse(database, socket));
  server.maxConnections = 1;
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve));
  // A server that listens on a port has one.
  const { port } = server.address() as AddressInfo;
  return {
    url: `postgresql://postgres:postgres@127.0.0.1:${port}/postgres?sslmode=disable`,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

function converse(database: PGlite, socket: Socket): void {
  let received = Buffer.alloc(0);
  let started = false;
  let answers = Promise.resolve();
  const forward = (message: Buffer) => {
    answers = answers.then(async () => {
      socket.write(await database.execProtocolRaw(new Uint8Array(message)));
    });
    answers.catch(() => socket.destroy());
  };
  socket.on('error', () => socket.destroy());
  socket.on('data', (data) => {
    received = Buffer.concat([received, data]);
    for (;;) {
      // The first message has no type byte before its length.
      const head = started ? 1 : 0;
      if (received.length < head + 4) return;
      const length = head + received.readInt32BE(head);
      if (received.length < length) return;
      const message = received.subarray(0, length);
      received = received.subarray(length);
      if (started && message[0] === terminate) {
        socket.end();
      } else if (!started && [sslRequest, gssRequest].includes(message.readInt32BE(4))) {
        socket.write('N');
      } else {
        started = true;
        forward(message);
      }
    }
  });
}
