import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { chromium } from '@playwright/test';
import { root } from './code-bundle.ts';

/** Where Debian and its relatives put Chromium. */
const systemPaths = ['/usr/bin/chromium', '/usr/bin/chromium-browser'];

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

/** Debian's package where this user may install packages, or else Playwright's download. */
function install(): void {
  const isRoot = process.getuid?.() === 0;
  const [command, ...prefix] = isRoot ? ['apt-get'] : ['sudo', '-n', 'apt-get'];
  const hasApt = existsSync('/usr/bin/apt-get');
  if (command && hasApt && succeeds(command, [...prefix, 'update', '-qq'])) {
    succeeds(command, [...prefix, 'install', '-y', '-qq', '--no-install-recommends', 'chromium']);
    if (findBrowser()) return;
  }
  succeeds(process.execPath, [path.join(root, 'node_modules', '@playwright', 'test', 'cli.js'), 'install', 'chromium']);
}

/** A browser for the tests, installed when there is none; null when that does not work either. */
export function ensureBrowser(): string | null {
  const found = findBrowser();
  if (found) return existsSync(found) ? found : null;
  console.log('Installing a browser for the tests …');
  install();
  return findBrowser();
}

export const noBrowser =
  'There is no browser for the tests, and none could be installed. Install Chromium (Debian: apt-get install chromium), or set PLAYWRIGHT_CHROMIUM to the path of one.';
