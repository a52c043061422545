import { markdownTable } from './markdown-table.ts';
import { describeInnerMay, describeMay } from './room-rules.ts';
import { innerRooms, joinNames, rooms } from './rooms.ts';

/** The tables of `docs/architecture.md`: which room knows what, and what it may import. */
function documentRooms(): string {
  const outer = rooms.map((room) => [
    room.part ? `\`src/${room.room}\`: ${room.part}` : `\`src/${room.room}\``,
    room.knows,
    describeMay(room),
  ]);
  const inner = Object.entries(innerRooms).map(([name, lines]) => {
    const rows = lines.map((line) => [
      line.room === '*' ? `loose files of \`src/${name}\`` : `\`src/${name}/${line.room}\``,
      line.knows,
      describeInnerMay(line),
    ]);
    const title = `Within \`src/${name}\`:`;
    return `${title}\n\n${markdownTable(['room', 'what it knows', 'what of these it may import'], rows)}`;
  });
  return [markdownTable(['room', 'what it knows', 'what it may import'], outer), ...inner].join('\n\n');
}

const start = '<!-- Written by: npm run docs. The tables of rooms are made from scripts/rooms.ts. -->';
const end = '<!-- The end of what npm run docs writes. -->';

/** The document with its tables as the rooms are now. */
export function withRooms(document: string): string {
  const from = document.indexOf(start);
  const to = document.indexOf(end);
  if (from < 0 || to < 0) throw new Error('The marks are missing between which the tables of the rooms are written');
  return `${document.slice(0, from)}${start}\n\n${documentRooms()}\n\n${document.slice(to)}`;
}

/** Rooms with a `README.md`, with what each may import in words. */
const imports = new Map([
  ...Map.groupBy(rooms, ({ room }) => room)
    .entries()
    .map(([name, parts]): [string, string] => [
      name,
      parts.map((one) => (one.part ? `${one.part}: ${describeMay(one)}` : describeMay(one))).join(' · '),
    ]),
  ...(innerRooms['publish'] ?? [])
    .filter(({ room }) => room !== '*')
    .map(({ room, may }): [string, string] => [
      `publish/${room}`,
      joinNames(may.map((name) => (name === '*' ? 'the loose files of `src/publish`' : `\`${name}\``))),
    ]),
]);
export const roomNames = [...imports.keys()];

// Astro makes a page of every file in src/pages that has no underscore in front.
export const roomReadme = (name: string) => `src/${name}/${name === 'pages' ? '_README.md' : 'README.md'}`;

/** The `README.md` of a room with what it may import: the first sentence of that line. What follows in it is written by hand. */
export function withImports(name: string, readme: string): string {
  const line = /^- \*\*May import:\*\* (.*?)\.(?=\s)(.*?)(?=\n- )/ms;
  if (!line.test(readme)) throw new Error(`${roomReadme(name)} does not say what the room may import`);
  return readme.replace(line, (_, __, more: string) => wrap(`- **May import:** ${imports.get(name)}.${more}`));
}

/** A list item in lines of the usual length. */
function wrap(item: string): string {
  const lines = [''];
  for (const word of item.split(/\s+/)) {
    const last = lines.at(-1) ?? '';
    const longer = last === '' ? word : `${last} ${word}`;
    if (longer.length > 140) lines.push(`  ${word}`);
    else lines[lines.length - 1] = longer;
  }
  return lines.join('\n');
}
