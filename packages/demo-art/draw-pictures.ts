// Draws the pictures of the demo content: npm run draw -- pictures [name…]
// Names may be a beginning ("product-hx"). DRAW_SCALE=0.25 makes quick proofs, DRAW_OUT says where.

import { mkdir, writeFile } from 'node:fs/promises';
import sharp from 'sharp';
import { kit } from './board.ts';
import { hx } from './chip.ts';
import { contour, dotField, isobars, streams, windscreen } from './flow-art.ts';
import { icons, logos } from './icon.ts';
import { people, portrait } from './portrait.ts';
import { ax } from './automotive.ts';
import { dx } from './pressure.ts';
import { lx } from './liquid-flow.ts';
import { mx } from './gas-flow.ts';
import { cx, fx, px } from './gas-modules.ts';
import { darkBoard, greenBoard, grey, lightGround, softbox, threeQuarter, whiteBoard } from './materials.ts';
import { applications } from './scenes/applications/applications.ts';
import { cityEvents, cityNews, locations } from './scenes/cities/cities.ts';
import { landscapes } from './scenes/landscapes/landscapes.ts';
import { chipMacro, heroShots, news } from './scenes/news.ts';
import { events, stories } from './scenes/work/work.ts';
import { series } from './series.ts';
import { frame } from './camera.ts';
import type { Shot } from './shot.ts';
import { photograph } from './studio.ts';

type Picture =
  | {
      readonly kind: 'photo';
      readonly width: number;
      readonly height: number;
      readonly shot?: () => Shot;
      readonly svg?: () => string;
      readonly blend?: 'screen' | 'over';
    }
  | { readonly kind: 'vector'; readonly svg: () => string };

const pictures = new Map<string, Picture>();

const families = {
  hx4: [hx.hx41, hx.hx42, hx.hx43, hx.hx44, () => kit(hx.darkModule())],
  cx2: [cx.cx21, cx.cx22, cx.cx23, cx.cx24, () => kit(cx.sensor(), { board: greenBoard(9) })],
  px5: [px.px51, px.px52, px.px53, px.px54, () => kit(px.sensor(), { width: 6.2, depth: 3.4 })],
  fx3: [fx.fx31, fx.fx32, fx.fx33, fx.fx34, () => kit(fx.sensor(), { board: whiteBoard(9), cable: grey })],
  mx7: [mx.mx71, mx.mx72, mx.mx73, mx.mx74, () => kit(mx.sensor(), { board: greenBoard(4), width: 6.2, depth: 3 })],
  lx1: [lx.lx11, lx.lx12, lx.lx13, lx.lx14, () => kit(lx.sensor(), { width: 6.2, depth: 2.8 })],
  dx8: [dx.dx81, dx.dx82, dx.dx83, dx.dx84, () => kit(dx.sensor(), { board: whiteBoard(3), cable: grey })],
  ax6: [ax.ax61, ax.ax62, ax.ax63, ax.ax64, () => kit(ax.sensor(), { width: 6, board: darkBoard(8) })],
};
for (const [family, members] of Object.entries(families)) {
  for (const [index, member] of members.entries()) {
    const shot = (): Shot => {
      const parts = member();
      return {
        parts,
        camera: frame(
          index === 4 ? parts.filter(({ solid }) => solid.hi[0] < 3.6) : parts,
          threeQuarter,
          4 / 3,
          [0.72, 0.64],
        ),
        light: softbox,
        backdrop: lightGround,
      };
    };
    pictures.set(`product-${family}${index + 1}`, { kind: 'photo', width: 1600, height: 1200, shot });
  }
}

for (const [family, group] of Object.entries(series)) {
  const shot = (): Shot => {
    const parts = group();
    const camera = { ...threeQuarter, azimuth: 24, elevation: 30, distance: 30 };
    return { parts, camera: frame(parts, camera, 4 / 3, [0.8, 0.72]), light: softbox, backdrop: lightGround };
  };
  pictures.set(`series-${family}`, { kind: 'photo', width: 1600, height: 1200, shot });
}

const photos = (width: number, height: number, shots: Readonly<Record<string, () => Shot>>): void => {
  for (const [name, shot] of Object.entries(shots)) pictures.set(name, { kind: 'photo', width, height, shot });
};
photos(1920, 1280, applications);
photos(1600, 1200, stories);
photos(1600, 1067, { ...events, ...cityEvents, ...news, ...cityNews, ...locations });
photos(1920, 1080, {
  ...heroShots,
  'hero-company': landscapes.heroCompany,
  'hero-career': landscapes.heroCareer,
  'hero-sustainability': landscapes.heroSustainability,
});
photos(1600, 1067, { 'location-01': landscapes.lakeTown, 'news-11': landscapes.river });

const flat = (name: string, width: number, height: number, svg: () => string): void => {
  pictures.set(name, { kind: 'photo', width, height, svg });
};
pictures.set('app-defogging', { kind: 'photo', width: 1920, height: 1280, shot: landscapes.road, svg: windscreen });
flat('hero-automotive', 1920, 1080, () => contour(1920, 1080));
flat('hero-support', 1920, 1080, isobars);
flat('hero-newsroom', 1920, 1080, dotField);
flat('og-automotive', 1200, 630, () => contour(1200, 630));
for (const [index, person] of people.entries())
  flat(`portrait-${String(index + 1).padStart(2, '0')}`, 1200, 1200, () => portrait(person));

pictures.set('hero-home', {
  kind: 'photo',
  width: 1920,
  height: 1080,
  shot: chipMacro,
  svg: () => streams(1920, 1080, 1300, 548, 340),
  blend: 'screen',
});
pictures.set('og-main', {
  kind: 'photo',
  width: 1200,
  height: 630,
  shot: chipMacro,
  svg: () => streams(1200, 630, 800, 320, 198),
  blend: 'screen',
});
photos(1200, 630, { 'og-developer': heroShots['hero-developer'] ?? chipMacro });

for (const [name, svg] of Object.entries(icons)) pictures.set(name, { kind: 'vector', svg: () => svg });
for (const [index, svg] of logos.entries()) {
  const number = String(index + 1).padStart(2, '0');
  pictures.set(`logo-${number}`, { kind: 'vector', svg: () => svg });
  flat(`partner-${number}`, 800, 256, () => svg.replace('width="200" height="64"', 'width="800" height="256"'));
}

const scaleFactor = Number(process.env['DRAW_SCALE'] ?? 1);
const out = process.env['DRAW_OUT'] ?? new URL('../../supabase/seed/media', import.meta.url).pathname;

async function develop(shot: Shot, width: number, height: number): Promise<Buffer> {
  const plate = photograph(shot, width, height);
  const raw = { width, height, channels: 3 } as const;
  if (!plate.glow) return await sharp(plate.rgb, { raw }).png().toBuffer();
  const halo = async (radius: number): Promise<Buffer> =>
    await sharp(plate.glow, { raw })
      .blur(radius * width)
      .png()
      .toBuffer();
  return await sharp(plate.rgb, { raw })
    .composite([
      { input: await halo(0.004), blend: 'screen' },
      { input: await halo(0.018), blend: 'screen' },
    ])
    .png()
    .toBuffer();
}

await mkdir(out, { recursive: true });
const wanted = process.argv.slice(2);
for (const [name, picture] of pictures) {
  if (wanted.length > 0 && !wanted.some((w) => name.startsWith(w))) continue;
  const start = performance.now();
  if (picture.kind === 'vector') {
    await writeFile(`${out}/${name}.svg`, picture.svg());
  } else {
    const [width, height] = [Math.round(picture.width * scaleFactor), Math.round(picture.height * scaleFactor)];
    const layers: Buffer[] = [];
    if (picture.shot) layers.push(await develop(picture.shot(), width, height));
    if (picture.svg) layers.push(await sharp(Buffer.from(picture.svg())).resize(width, height).png().toBuffer());
    const [ground, ...over] = layers;
    const flattened = await sharp(ground)
      .composite(over.map((input) => ({ input, blend: picture.blend ?? 'over' })))
      .png()
      .toBuffer();
    // Fine patterns such as a wafer need a lower quality to stay below 120 KB.
    let file = Buffer.alloc(0);
    for (const quality of [88, 82, 76, 70]) {
      file = await sharp(flattened).webp({ quality, effort: 5, smartSubsample: true }).toBuffer();
      if (file.length <= 120 * 1024) break;
    }
    await writeFile(`${out}/${name}.webp`, file);
  }
  console.log(`${name}  ${((performance.now() - start) / 1000).toFixed(1)} s`);
}
