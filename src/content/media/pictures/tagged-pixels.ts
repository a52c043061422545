/** Pixels as a decoder gives them, four or three bytes each, and what is known of them besides. */
export type TaggedPixels = {
  data: Uint8Array | Uint8ClampedArray;
  width: number;
  height: number;
  channels: number;
  /** The profile that their numbers are of; null for sRGB. */
  icc: Uint8Array | null;
  /** As EXIF counts it, from 1 to 8. */
  orientation: number;
};

const short = 3;
const long = 4;
const undefinedBytes = 7;

/** Pixels with their profile and orientation as a TIFF file, since sharp takes neither beside bare pixels. */
export function makeTiff({ data, width, height, channels, icc, orientation }: TaggedPixels): Buffer {
  const hasAlpha = channels === 4;
  const entries: [tag: number, type: number, count: number, value: number][] = [
    [256, long, 1, width],
    [257, long, 1, height],
    [258, short, channels, 8],
    [259, short, 1, 1],
    [262, short, 1, 2],
    [273, long, 1, 0],
    [274, short, 1, orientation],
    [277, short, 1, channels],
    [278, long, 1, height],
    [279, long, 1, data.byteLength],
    ...(hasAlpha ? [[338, short, 1, 2] as [number, number, number, number]] : []),
    ...(icc ? [[34_675, undefinedBytes, icc.byteLength, 0] as [number, number, number, number]] : []),
  ];
  const bitsAt = 8 + 2 + 12 * entries.length + 4;
  const iccAt = bitsAt + 2 * channels;
  const pixelsAt = iccAt + (icc?.byteLength ?? 0) + ((icc?.byteLength ?? 0) % 2);
  const tiff = Buffer.alloc(pixelsAt + data.byteLength);
  tiff.write('II*\0', 'latin1');
  tiff.writeUInt32LE(8, 4);
  tiff.writeUInt16LE(entries.length, 8);
  for (const [index, [tag, type, count, value]] of entries.entries()) {
    const at = 10 + 12 * index;
    tiff.writeUInt16LE(tag, at);
    tiff.writeUInt16LE(type, at + 2);
    tiff.writeUInt32LE(count, at + 4);
    tiff.writeUInt32LE(tag === 258 ? bitsAt : tag === 273 ? pixelsAt : tag === 34_675 ? iccAt : value, at + 8);
  }
  for (let index = 0; index < channels; index += 1) tiff.writeUInt16LE(8, bitsAt + 2 * index);
  if (icc) tiff.set(icc, iccAt);
  tiff.set(data, pixelsAt);
  return tiff;
}

/** The orientation that EXIF data tells; 1 where it tells none. */
export function readOrientation(exif: Uint8Array | undefined): number {
  if (!exif) return 1;
  const data = Buffer.from(exif.buffer, exif.byteOffset, exif.byteLength);
  const start = [data.indexOf('II*\0', 0, 'latin1'), data.indexOf('MM\0*', 0, 'latin1')].filter((at) => at >= 0);
  if (start.length === 0) return 1;
  const tiff = data.subarray(Math.min(...start));
  const isLittle = tiff[0] === 0x49;
  const short16 = (at: number) => (isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
  try {
    const directory = isLittle ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4);
    for (let index = 0; index < short16(directory); index += 1) {
      const at = directory + 2 + 12 * index;
      if (short16(at) !== 0x0112) continue;
      const value = short16(at + 8);
      return value >= 1 && value <= 8 ? value : 1;
    }
  } catch {
    // EXIF data that is cut off tells nothing.
  }
  return 1;
}
