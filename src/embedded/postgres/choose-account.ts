import { spawnSync } from 'node:child_process';
import { lstat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { canEnter } from './can-enter.ts';
import { type Binaries, copyBinaries } from './find-binaries.ts';
import { PostgresFailure } from './failure.ts';

/** How PostgreSQL's programs are started: as which user, and by which program in front of them. */
export type Account = {
  /** The user and group to change to before a program is started; null for those of this process. */
  user: { uid: number; gid: number } | null;
  /** A program with its options that starts the one named after it. */
  prefix: readonly string[];
  /** The owner that the database's directory has to have; null leaves it alone. */
  owner: { uid: number; gid: number } | null;
  binaries: Binaries;
  /** One line for the operator where something is done that he would not expect. */
  note: string | null;
};

/** `nobody`: PostgreSQL refuses to run as root, and this account has no rights. */
const nobody = process.platform === 'darwin' ? { uid: -2, gid: -2 } : { uid: 65_534, gid: 65_534 };

/** A user of a namespace whose files are root's outside of it. */
const inNamespace = ['unshare', '--user', `--map-user=${nobody.uid}`, `--map-group=${nobody.gid}`, '--'];

/** Another user that may still open what root may. */
const withRootsFiles = ({ uid, gid }: { uid: number; gid: number }) => [
  'setpriv',
  `--reuid=${uid}`,
  `--regid=${gid}`,
  '--clear-groups',
  '--inh-caps=+dac_override',
  '--ambient-caps=+dac_override',
  '--',
];

/**
 * Chooses how PostgreSQL is started for a database in `folder`: as this process's user, or for root, which PostgreSQL refuses,
 * as the directory's owner or `nobody`. Where that user may not enter the directories on the way, as below a home directory,
 * a user namespace helps, or the one capability to pass them; last, a copy of the binaries in a readable place.
 * @throws {PostgresFailure} `root-refused`
 */
export async function chooseAccount(binaries: Binaries, folder: string): Promise<Account> {
  const plain = { user: null, prefix: [], owner: null, binaries, note: null };
  if (process.getuid?.() !== 0) return plain;
  const present = await lstat(folder).catch(() => null);
  const owner = present && present.uid !== 0 ? { uid: present.uid, gid: present.gid } : nobody;
  const canEnterFolder = await canEnter(dirname(folder), owner);
  if (canEnterFolder && canRun(binaries, [], owner)) return { ...plain, user: owner, owner };
  if (owner.uid === nobody.uid && canRun(binaries, inNamespace, null)) {
    return { ...plain, prefix: inNamespace, owner: { uid: 0, gid: 0 } };
  }
  const prefix = withRootsFiles(owner);
  if (canRun(binaries, prefix, null)) return { ...plain, prefix, owner };
  if (canEnterFolder) {
    const copy = await copyBinaries(binaries);
    if (canRun(copy, [], owner)) {
      const note = `PostgreSQL runs from ${copy.folder}, because the user that it runs as may not enter the directory of this checkout.`;
      return { ...plain, user: owner, owner, binaries: copy, note };
    }
  }
  throw new PostgresFailure(
    'root-refused',
    `PostgreSQL does not run as root, and the user that it would run as may not enter ${dirname(folder)}: start as an ordinary user, or move the checkout out of the home directory (or allow entering it with chmod o+x).`,
  );
}

function canRun({ postgres }: Binaries, prefix: readonly string[], user: Account['user']): boolean {
  const [program, ...options] = [...prefix, postgres, '--version'];
  return spawnSync(program, options, { stdio: 'ignore', cwd: '/', ...user }).status === 0;
}
