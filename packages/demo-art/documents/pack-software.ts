// Packs the software of the demo content's downloads: npm run draw -- software

import { readFile, readdir, writeFile } from 'node:fs/promises';
import { packArchive } from './archive.ts';

const sources = new URL('software/', import.meta.url);
const media = new URL('../../../supabase/seed/media/', import.meta.url);

/** By the file that is downloaded: the folder that is in it. */
const archives = {
  'ostrevo-hx4-driver-c-1.2.0.zip': 'hx4-driver-c',
  'ostrevo-cx2-driver-python-1.0.3.zip': 'cx2-driver-python',
};

for (const [filename, folder] of Object.entries(archives)) {
  const names = (await readdir(new URL(`${folder}/`, sources))).toSorted();
  const files = names.map(async (name) => ({
    name: `${folder}/${name}`,
    content: await readFile(new URL(`${folder}/${name}`, sources)),
  }));
  await writeFile(new URL(filename, media), packArchive(await Promise.all(files)));
}

/** A day in a meeting room, one line a minute: people come at nine, at one and at three, and a window is opened. */
function measuredDay(): string {
  const lines = ['time,co2_ppm,temperature_c,humidity_percent'];
  let co2 = 430;
  for (let minute = 7 * 60; minute < 18 * 60; minute++) {
    const people = [9, 13, 15].some((hour) => minute >= hour * 60 && minute < hour * 60 + 90) ? 6 : 0;
    const isOpen = minute >= 640 && minute < 655;
    co2 += people * 2.1 - (co2 - 420) * (isOpen ? 0.12 : 0.006);
    const temperature = 20.4 + (co2 - 420) / 700 + Math.sin(minute / 120) * 0.4;
    const humidity = 38 + people * 0.9 + Math.cos(minute / 95) * 1.6;
    const time = `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
    lines.push(`${time},${Math.round(co2)},${temperature.toFixed(2)},${humidity.toFixed(1)}`);
  }
  return `${lines.join('\n')}\n`;
}
await writeFile(new URL('ostrevo-cx2-meeting-room-log.csv', media), measuredDay());
