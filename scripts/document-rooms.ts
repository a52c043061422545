import { markdownTable } from './markdown-table.ts';
import { describeInnerMay, describeMay } from './room-rules.ts';
import { innerRooms, rooms } from './rooms.ts';

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
