import { type InnerRoom, type Room, innerRooms, joinNames, rooms } from './rooms.ts';

/** The linter's rules of which room may import what. */

type Pattern = { message: string; group?: string[]; regex?: string; allowTypeImports?: boolean };
type Override = { files: string[]; rules: { 'eslint/no-restricted-imports': ['error', { patterns: Pattern[] }] } };

const names = [...new Set(rooms.map(({ room }) => room))];

const astroInside = "Only src/astro knows Astro's inside: call what it offers (#astro/render-route.ts, …).";
const noAstro: Pattern = { regex: '^(astro([/:]|$)|@astrojs/)', message: astroInside };
const onlyActions: Pattern = { regex: '^(astro(/|$)|@astrojs/)', message: astroInside };

function refuseRelative(refused: readonly string[]): Pattern {
  return {
    regex: `^(\\.\\./)+(src/)?(${refused.join('|')})(/|$)`,
    message: 'Rooms of src name each other by their # aliases, so that their arrows can be checked.',
  };
}

/** What every file is held to, whatever its room. */
export const patternsOfAll: Pattern[] = [noAstro, refuseRelative(names)];

/** Globs of what an import says, for rooms and files of rooms. */
const toGlobs = (may: readonly string[]) => may.map((name) => (name.includes('/') ? `#${name}` : `#${name}/**`));
const except = (globs: readonly string[]) => globs.map((glob) => `!${glob}`);

/** Rooms, and files of rooms, in words. */
export function describeMay({ may, types = [], packages = [], room }: Room): string {
  const others = may.filter((name) => name !== room);
  const whole = others.filter((name) => !name.includes('/'));
  const inParts = new Set(others.filter((name) => name.includes('/')).map((name) => name.split('/')[0] ?? ''));
  const parts = [...inParts].map((name) => {
    const files = others.filter((file) => file.startsWith(`${name}/`)).map((file) => file.slice(name.length + 1));
    return `${joinNames(files.map((file) => `\`${file}\``))} of ${name}`;
  });
  const ofTypes = types.length > 0 ? [`types of ${joinNames(types)}`] : [];
  return [[...packages, ...whole].join(', '), ...parts, ...ofTypes].filter((words) => words !== '').join('; ');
}

/**
 * The globs of a room whose imports are told one by one. The last match counts: what is refused besides comes last, and
 * so do paths that end like a package (`astro/zod`).
 */
function onlyThese({ may, packages = [], beside = ['./**'], never }: Room): string[] {
  const allowed = [...packages, ...toGlobs(may), ...beside];
  return ['**', ...except(allowed), ...packages.map((name) => `*/**/${name}`), ...(never?.imports ?? [])];
}

/**
 * An exception (`!`) of one pattern holds against all the others of a file, so exceptions name files only, of rooms that
 * no other pattern is about.
 */
function refuseRooms(room: Room, message: string): Pattern[] {
  const { may, types = [], never } = room;
  const isInPart = (name: string) => may.some((file) => file.startsWith(`${name}/`));
  const patterns = (refused: readonly string[], exceptTypes: { allowTypeImports?: true }): Pattern[] => {
    const parts = refused.filter(isInPart);
    const whole = refused.filter((name) => !isInPart(name));
    const files = may.filter((file) => parts.includes(file.split('/')[0] ?? ''));
    return [
      ...(whole.length > 0 ? [{ regex: `^#(${whole.join('|')})/`, message, ...exceptTypes }] : []),
      ...(parts.length > 0 ? [{ group: [...toGlobs(parts), ...except(toGlobs(files))], message, ...exceptTypes }] : []),
    ];
  };
  return [
    ...patterns(
      names.filter((name) => ![...may, ...types].includes(name)),
      {},
    ),
    ...patterns(types, { allowTypeImports: true }),
    ...(never ? [{ group: [...never.imports], message: never.why }] : []),
  ];
}

function makePatterns(room: Room): Pattern[] {
  const message = `${room.why} src/${room.room} may import: ${describeMay(room)}.`;
  if (room.packages) return [{ group: onlyThese(room), message: [message, room.never?.why].join(' ').trim() }];
  return [
    ...(room.astro === 'everything' ? [] : [room.astro === 'actions' ? onlyActions : noAstro]),
    refuseRelative(names.filter((name) => !room.ownFolders?.includes(name))),
    ...refuseRooms(room, message),
  ];
}

/** Rooms within a room, in words. */
export function describeInnerMay({ may }: InnerRoom): string {
  const [loose, others] = [may.filter((name) => name === '*'), may.filter((name) => name !== '*')];
  const named = others.map((name) => (name.includes('.') ? `\`${name}\`` : name));
  return [...loose.map(() => 'loose files'), ...named].join(', ') || 'nothing';
}

/** What a room within a room is held to besides. */
function makeInnerPatterns(outer: string, inner: InnerRoom): Pattern[] {
  const { room, may, why } = inner;
  const message = `${why} Of src/${outer} it may import: ${describeInnerMay(inner)}.`;
  const makeGlob = (name: string) => (name === '*' ? '*.ts' : name.includes('.') ? name : `${name}/**`);
  const refuse = (prefix: string, allowed: readonly string[]): Pattern => ({
    group: [`${prefix}**`, ...except(allowed.map((name) => `${prefix}${makeGlob(name)}`))],
    message,
  });
  const byAlias = refuse(`#${outer}/`, [room, ...may]);
  if (room === '*') return [byAlias, refuse('./', ['*', ...may])];
  // A room that may not import all that is in no folder has no folders itself: what is above its files is outside.
  if (!may.includes('*')) return [byAlias, refuse('../', may)];
  const others = (innerRooms[outer] ?? []).map((other) => other.room);
  const refused = others.filter((name) => ![room, '*', ...may].includes(name));
  return [byAlias, { regex: `^(\\.\\./)+(${refused.join('|')})/`, message }];
}

const makeOverride = (files: string[], patterns: Pattern[]): Override => ({
  files,
  rules: { 'eslint/no-restricted-imports': ['error', { patterns }] },
});

/** The files of a room or a part of one, as globs from the root. */
export function listRoomFiles({ room, files = ['**'] }: Room): string[] {
  return files.map((glob) => `src/${room}/${glob}`);
}

export function listInnerFiles(outer: string, { room }: InnerRoom): string[] {
  return [room === '*' ? `src/${outer}/*.ts` : `src/${outer}/${room}/**`];
}

export const roomOverrides: Override[] = rooms.flatMap((room) => [
  makeOverride(listRoomFiles(room), makePatterns(room)),
  ...(innerRooms[room.room] ?? []).map((inner) =>
    makeOverride(listInnerFiles(room.room, inner), [...makeInnerPatterns(room.room, inner), ...makePatterns(room)]),
  ),
]);
