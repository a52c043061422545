import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

/**
 * A package as `package-lock.json` lists it, by its path.
 * @typedef {{ version?: string, dev?: boolean, devOptional?: boolean, optional?: boolean, peer?: boolean, link?: boolean }} LockedPackage
 * @typedef {Record<string, LockedPackage>} LockedPackages
 */

/** Commands that need development packages. All others run on a production install (`npm install --omit=dev`). */
const developmentCommands = ['bench', 'check', 'new', 'test', 'test-full'];

/**
 * What npm has to install before a command can run.
 *
 * Optional packages are not compared: most of them are for other platforms.
 *
 * @param {LockedPackages} locked the packages of `package-lock.json`
 * @param {LockedPackages | null} installed those that npm recorded in node_modules; null where nothing is installed
 * @param {string} command
 * @returns {string[] | null} options for `npm install`; null where nothing is missing
 * @example planInstall({ 'node_modules/zod': { version: '4.0.0' } }, null, 'start') // []
 */
export function planInstall(locked, installed, command) {
  const all = Object.entries(locked).filter(
    ([place, { link, optional, devOptional, peer }]) =>
      place.includes('node_modules/') && !link && !optional && !devOptional && !peer,
  );
  /** @param {[string, LockedPackage]} entry */
  const isMissing = ([place, { version }]) => installed?.[place]?.version !== version;
  const development = all.filter(([, { dev }]) => dev);
  const isProduction = installed !== null && development.every(([place]) => !installed[place]);
  if (developmentCommands.includes(command)) return all.some(isMissing) ? ['--include=dev'] : null;
  if (isProduction) return all.some((entry) => !entry[1].dev && isMissing(entry)) ? ['--omit=dev'] : null;
  // npm itself follows NODE_ENV=production and its setting `omit`.
  return all.some(isMissing) ? [] : null;
}

/**
 * @param {string} file
 * @returns {LockedPackages | null}
 */
function readPackages(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages;
  } catch {
    return null;
  }
}

/**
 * Installs missing packages. A production install stays without development packages unless the command needs them.
 * @param {string} root
 * @param {string} node the project's own Node, which is a package too
 * @param {string} command
 * @returns {boolean} whether everything is there
 */
export function installPackages(root, node, command) {
  const locked = readPackages(path.join(root, 'package-lock.json')) ?? {};
  const installed = readPackages(path.join(root, 'node_modules', '.package-lock.json'));
  const options = planInstall(locked, installed, command) ?? (existsSync(node) ? null : []);
  if (options === null) return true;
  console.log('Installing packages …');
  const isWindows = process.platform === 'win32';
  // Not `npm ci`: it refuses a lock file that lacks optional packages of platforms that the registry does not carry.
  const { status } = spawnSync(
    isWindows ? 'npm.cmd' : 'npm',
    ['install', '--no-audit', '--no-fund', '--loglevel=error', ...options],
    { cwd: root, stdio: ['ignore', 'inherit', 'inherit'], shell: isWindows },
  );
  return status === 0 && existsSync(node);
}
