// Runs on whatever Node is there (20 or later): installs what is missing, then hands over to the project's own Node 24.
import { spawn } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { installPackages } from './install-packages.mjs';
import { nodeFlags } from './node-flags.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const [command, ...rest] = process.argv.slice(2);
const node = path.join(root, 'node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node');

const major = Number(process.versions.node.split('.')[0]);
if (major < 20) {
  console.error(`Node ${process.versions.node} is too old: install Node 20 or later, then run the same command again.`);
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
  stdio: 'inherit',
  // Compiled code is kept between starts, which saves a fifth of a second in each process and thread.
  env: { NODE_COMPILE_CACHE: path.join(root, 'node_modules', '.cache', 'node'), ...process.env },
});
// Ctrl-C reaches the child by itself; a signal to this process alone is passed on.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
  process.on(signal, () => signal !== 'SIGINT' && child.kill(signal));
child.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' ? 130 : 1)));
