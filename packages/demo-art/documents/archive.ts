import { crc32, deflateRawSync } from 'node:zlib';

type Entry = { name: string; content: Uint8Array };

/** The first day that an archive can say: the same files are the same bytes, whenever they are packed. */
const date = 0x0021;

/** Files as a ZIP archive (APPNOTE 6.3), in their order. */
export function packArchive(files: readonly Entry[]): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, content } of files) {
    const packed = deflateRawSync(content, { level: 9 });
    const path = Buffer.from(name);
    // Version 2.0, names in UTF-8, deflated.
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(0x0800, 2);
    common.writeUInt16LE(8, 4);
    common.writeUInt16LE(date, 8);
    common.writeUInt32LE(crc32(content), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(content.length, 18);
    common.writeUInt16LE(path.length, 22);
    const end = Buffer.alloc(14);
    end.writeUInt32LE(offset, 10);
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), common, path, packed]);
    directory.push(Buffer.from('PK\x01\x02'), Buffer.from([20, 0]), common, end, path);
    parts.push(local);
    offset += local.length;
  }
  const index = Buffer.concat(directory);
  const last = Buffer.alloc(18);
  last.writeUInt16LE(files.length, 4);
  last.writeUInt16LE(files.length, 6);
  last.writeUInt32LE(index.length, 8);
  last.writeUInt32LE(offset, 12);
  return Buffer.concat([...parts, index, Buffer.from('PK\x05\x06'), last]);
}
