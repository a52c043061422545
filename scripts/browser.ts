import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { chromium } from '@playwright/test';
import { root } from './code-bundle.ts';

/** Chromium without windows: the tests take a quarter less processor time with it. */
const headlessShell = '/usr/bin/chromium-headless-shell';

/** Where Debian and its relatives put Chromium. */
const systemPaths = [headlessShell, '/usr/bin/chromium', '/usr/bin/chromium-browser'];

/** The browser that tests use: the one that the environment names, the system's, or Playwright's own; null when there is none. */
export function findBrowser(): string | null {
  const named = process.env['PLAYWRIGHT_CHROMIUM'];
  if (named) return named;
  return [...systemPaths, chromium.executablePath()].find((file) => existsSync(file)) ?? null;
}

/** For machines without a network, and for containers. */
export const browserArguments = [
  '--no-sandbox',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-default-apps',
  '--disable-dev-shm-usage',
  '--disable-sync',
  '--no-first-run',
];

function succeeds(command: string, options: readonly string[]): boolean {
  const { status } = spawnSync(command, options, {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
  return status === 0;
}

/** Debian's package, where this user may install packages. */
function installPackage(): void {
  if (!existsSync('/usr/bin/apt-get')) return;
  const [command = '', ...prefix] = process.getuid?.() === 0 ? ['apt-get'] : ['sudo', '-n', 'apt-get'];
  if (!succeeds(command, [...prefix, 'update', '-qq'])) return;
  succeeds(command, [...prefix, 'install', '-y', '-qq', '--no-install-recommends', path.basename(headlessShell)]);
}

function download(): void {
  succeeds(process.execPath, [path.join(root, 'node_modules', '@playwright', 'test', 'cli.js'), 'install', 'chromium']);
}

/**
 * A browser for the tests, installed when there is none; null when that does not work either. A machine of the continuous
 * integration gets the fast one also where it has another.
 */
export function ensureBrowser(): string | null {
  const found = findBrowser();
  const isFast = !process.env['CI'] || !systemPaths.includes(found ?? '') || found === headlessShell;
  if (found && isFast) return existsSync(found) ? found : null;
  console.log('Installing a browser for the tests …');
  installPackage();
  if (!findBrowser()) download();
  return findBrowser();
}

export const noBrowser =
  'There is no browser for the tests, and none could be installed. Install Chromium (Debian: apt-get install chromium), or set PLAYWRIGHT_CHROMIUM to the path of one.';
