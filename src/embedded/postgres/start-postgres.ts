import { resolve } from 'node:path';
import { type Account, chooseAccount } from './choose-account.ts';
import {
  checkDirectory,
  clusterFolder,
  endServer,
  giveTo,
  makeFolder,
  refuseRunning,
  writeOwner,
} from './data-directory.ts';
import { describeFileError } from './failure.ts';
import { completeBinaries, findBinaries } from './find-binaries.ts';
import { type Launched, launch, supervisorGone } from './launch.ts';
import { hasCluster, makeCluster, readPassword, superuser } from './make-cluster.ts';

export type StartOptions = {
  /** The project's data directory; the database is in `postgres` below it. */
  folder: string;
  /** False gives up what survives a power cut for speed: for tests only. */
  durable?: boolean;
  /** 0, or nothing, takes a free port. */
  port?: number;
};

type Login = { user: string; password: string; database: string };

export type PostgresServer = {
  folder: string;
  port: number;
  /** Where its unix socket is; empty on Windows, which has none. */
  socketDirectory: string;
  superuserPassword: string;
  /** A connection string for a login. */
  url(login: Login): string;
  /** A connection string with all rights. */
  adminUrl(database?: string): string;
  /** Writes down where the API on this server answers, for a second start on the same directory to say. */
  announce(url: string): Promise<void>;
  /** Called once, with the reason, when the server ends without `stop`. */
  onExit(listener: (reason: string) => void): void;
  /** Ends it by a fast shutdown: statements that run are broken off, and nothing that was committed is lost. */
  stop(): Promise<void>;
};

/**
 * Starts PostgreSQL on a data directory, and makes the database there at the first start. It ends with this process, however
 * this process ends.
 * @throws {PostgresFailure} with one sentence for the operator
 */
export async function startPostgres(options: StartOptions): Promise<PostgresServer> {
  const folder = resolve(options.folder);
  const cluster = clusterFolder(folder);
  const binaries = await completeBinaries(findBinaries());
  await checkDirectory(folder);
  await makeFolder(folder);
  const account = await chooseAccount(binaries, cluster);
  if (account.note) console.error(account.note);
  await refuseRunning(folder);
  try {
    return await startIn(folder, account, options);
  } catch (error) {
    throw describeFileError(error, folder);
  }
}

async function startIn(folder: string, account: Account, options: StartOptions): Promise<PostgresServer> {
  const cluster = clusterFolder(folder);
  if (!(await hasCluster(folder))) await makeCluster(folder, account, options.durable !== false);
  await giveTo(cluster, account.owner);
  const superuserPassword = await readPassword(cluster);
  return describeServer(folder, superuserPassword, await launch(folder, account, options));
}

function describeServer(folder: string, superuserPassword: string, launched: Launched): PostgresServer {
  const { port, socketDirectory, supervisor, pid } = launched;
  const cluster = clusterFolder(folder);
  const listeners: ((reason: string) => void)[] = [];
  let stopping = false;
  const ended = launched.ended.then(async (reason) => {
    if (reason === supervisorGone) await endServer(pid, cluster);
    if (!stopping) for (const listener of listeners) listener(reason);
  });
  const url = ({ user, password, database }: Login) =>
    `postgres://${encodeURIComponent(user)}:${encodeURIComponent(password)}@127.0.0.1:${port}/${encodeURIComponent(database)}`;
  return {
    folder,
    port,
    socketDirectory,
    superuserPassword,
    url,
    adminUrl: (database = 'postgres') => url({ user: superuser, password: superuserPassword, database }),
    announce: (address) => writeOwner(cluster, { postmaster: pid, owner: process.pid, url: address }),
    onExit: (listener) => void listeners.push(listener),
    stop: async () => {
      if (!stopping) {
        stopping = true;
        supervisor.ref();
        if (supervisor.connected) supervisor.disconnect();
      }
      await ended;
    },
  };
}
