/** What the boxes of a HEIC or AVIF file say of its main picture (ISO/IEC 23008-12), as far as decoders leave it to others. */
type HeifFacts = {
  /** By code points of ITU-T H.273; null where the file has none. */
  colors: { primaries: number; transfer: number } | null;
  /** Whether the file itself says how the picture is turned or mirrored. Decoders do that; what EXIF says besides is for nobody. */
  isTurned: boolean;
};

type Box = { type: string; body: Buffer };

/** The boxes in a piece of a file; what is cut off or of no length ends the list. */
function boxesIn(piece: Buffer): Box[] {
  const boxes: Box[] = [];
  for (let at = 0; at + 8 <= piece.length;) {
    const isLong = piece.readUInt32BE(at) === 1;
    if (isLong && at + 16 > piece.length) break;
    const given = isLong ? Number(piece.readBigUInt64BE(at + 8)) : piece.readUInt32BE(at);
    const size = given === 0 ? piece.length - at : given;
    const header = isLong ? 16 : 8;
    if (size < header || at + size > piece.length) break;
    boxes.push({ type: piece.toString('latin1', at + 4, at + 8), body: piece.subarray(at + header, at + size) });
    at += size;
  }
  return boxes;
}

const find = (boxes: readonly Box[], type: string): Buffer =>
  boxes.find((box) => box.type === type)?.body ?? Buffer.alloc(0);
/** Behind its version and flags. */
const inside = (body: Buffer): Box[] => boxesIn(body.subarray(4));

/** @throws RangeError where a box is shorter than it has to be */
export function readHeifFacts(bytes: Uint8Array): HeifFacts {
  const meta = inside(find(boxesIn(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)), 'meta'));
  const pitm = find(meta, 'pitm');
  const primary = pitm.readUInt8(0) === 0 ? pitm.readUInt16BE(4) : pitm.readUInt32BE(4);
  const iprp = boxesIn(find(meta, 'iprp'));
  const properties = boxesIn(find(iprp, 'ipco'));
  const byItem = new Map(iprp.filter(({ type }) => type === 'ipma').flatMap(({ body }) => associationsIn(body)));
  const of = (item: number) => (byItem.get(item) ?? []).flatMap((index) => properties[index - 1] ?? []);
  const own = of(primary);
  // A picture of tiles may leave to the first of them what its colours are.
  const colors = colorsIn(own) ?? listTiles(primary, meta).map((tile) => colorsIn(of(tile)))[0] ?? null;
  return { colors, isTurned: own.some(({ type }) => type === 'irot' || type === 'imir') };
}

function associationsIn(body: Buffer): [item: number, properties: number[]][] {
  const version = body.readUInt8(0);
  const isWide = (body.readUInt8(3) & 1) === 1;
  const found: [number, number[]][] = [];
  let at = 8;
  for (let left = body.readUInt32BE(4); left > 0; left -= 1) {
    const item = version === 0 ? body.readUInt16BE(at) : body.readUInt32BE(at);
    at += version === 0 ? 2 : 4;
    const properties: number[] = [];
    const count = body.readUInt8(at);
    at += 1;
    for (let index = 0; index < count; index += 1) {
      properties.push(isWide ? body.readUInt16BE(at) & 0x7fff : body.readUInt8(at) & 0x7f);
      at += isWide ? 2 : 1;
    }
    found.push([item, properties]);
  }
  return found;
}

function listTiles(item: number, meta: readonly Box[]): number[] {
  const body = find(meta, 'iref');
  if (body.length === 0) return [];
  const isWide = body.readUInt8(0) !== 0;
  const read = (piece: Buffer, at: number) => (isWide ? piece.readUInt32BE(at) : piece.readUInt16BE(at));
  const size = isWide ? 4 : 2;
  return inside(body).flatMap(({ type, body: reference }) =>
    type === 'dimg' && read(reference, 0) === item && reference.readUInt16BE(size) > 0
      ? [read(reference, size + 2)]
      : [],
  );
}

function colorsIn(properties: readonly Box[]): HeifFacts['colors'] {
  const box = properties.find(({ type, body }) => type === 'colr' && body.toString('latin1', 0, 4) === 'nclx');
  return box ? { primaries: box.body.readUInt16BE(4), transfer: box.body.readUInt16BE(6) } : null;
}
