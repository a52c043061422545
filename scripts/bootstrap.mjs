// Runs on whatever Node is there (20 or later): installs what is missing, then hands over to the project's own Node 24.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { installPackages } from './install-packages.mjs';
import { nodeFlags } from './node-flags.mjs';
import { findUnknownOption, usages } from './usages.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const [command, ...rest] = process.argv.slice(2);
const node = path.join(root, 'node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node');

const { usage } = usages[command];
if (usages[command].options !== null || rest.length === 1) {
  if (rest.some((argument) => argument === '--help' || argument === '-h')) {
    console.log(usage);
    process.exit(0);
  }
  const unknown = findUnknownOption(command, rest);
  if (unknown !== null) {
    console.error(`${unknown}\n${usage}`);
    process.exit(1);
  }
}

const major = Number(process.versions.node.split('.')[0]);
if (major < 20) {
  console.error(`Node ${process.versions.node} is too old: install Node 20 or later, then run the same command again.`);
  process.exit(1);
}

// The project's own Node and PostgreSQL are programs for glibc; without it, npm would install them and the system not find them.
const loaders = { x64: '/lib64/ld-linux-x86-64.so.2', arm64: '/lib/ld-linux-aarch64.so.1' };
const loader =
  process.platform === 'linux' ? Object.entries(loaders).find(([arch]) => arch === process.arch)?.[1] : null;
if (loader && !existsSync(loader)) {
  console.error(
    `This Linux has no glibc (${loader} is missing, as on Alpine with musl): use an image based on Debian or Ubuntu, such as node:24-bookworm-slim.`,
  );
  process.exit(1);
}

if (!installPackages(root, node, command)) {
  console.error(
    'Packages could not be installed. See the lines above; check the network and the free space on the disk, then try again.',
  );
  process.exit(1);
}

const child = spawn(node, [...nodeFlags(command), path.join(root, 'scripts', `${command}.ts`), ...rest], {
  cwd: root,
  // The channel tells the child when this process is gone, however that came to be.
  stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  // Compiled code is cached between starts, which saves a fifth of a second in each process and thread.
  env: { NODE_COMPILE_CACHE: path.join(root, 'node_modules', '.cache', 'node'), ...process.env },
});
/** @param {NodeJS.Signals} signal */
function end(signal) {
  child.kill(signal);
  setTimeout(() => child.kill('SIGKILL'), 9000).unref();
}
// The terminal sends Ctrl-C to the child too; a signal to this process alone is passed on, and a child that does not
// end is killed.
for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => end(signal));
process.on('SIGINT', () => {});
// npm sends a signal to its shell only, which ends without passing it on: this process then has another parent.
if (process.env.npm_lifecycle_event) {
  const parent = process.ppid;
  const watching = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watching);
    end('SIGTERM');
  }, 250);
  watching.unref();
}
child.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' ? 130 : 1)));
