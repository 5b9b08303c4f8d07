import { open } from 'node:fs/promises';

/** Signatures of executable or mountable formats that `file-type` does not detect; a negative offset counts from the end. */
const marks: readonly [mime: string, at: number, mark: string][] = [
  ['application/vnd.android.dex', 0, 'dex\n03'],
  ['application/vnd.android.dex', 0, 'dex\n04'],
  ['application/x-xar', 0, 'xar!\0'],
  ['application/x-virtual-disk', 0, 'conectix'],
  ['application/x-virtual-disk', -512, 'conectix'],
  ['application/x-virtual-disk', 0, 'vhdxfile'],
  ['application/x-virtual-disk', 0, 'QFI\xfb'],
  ['application/x-virtual-disk', 0, 'KDMV\x01\0'],
  ['application/x-virtual-disk', 0, 'KDMV\x03\0'],
  ['application/x-apple-diskimage', -512, 'koly'],
  ['application/x-iso9660-image', 0x8001, 'CD001'],
];

/** The type of a dangerous file by its signature; undefined if none matches. */
export async function dangerousType(file: string): Promise<string | undefined> {
  const handle = await open(file);
  try {
    const { size } = await handle.stat();
    const read = async (at: number, length: number) => {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, at);
      return buffer.subarray(0, bytesRead);
    };
    for (const [mime, at, mark] of marks) {
      if (at < 0 && size < -at) continue;
      if ((await read(at < 0 ? size + at : at, mark.length)).toString('latin1') === mark) return mime;
    }
    return (await isInstaller(read)) ? 'application/x-msi' : undefined;
  } finally {
    await handle.close();
  }
}

type Read = (at: number, length: number) => Promise<Buffer>;

const containerMark = 'd0cf11e0a1b11ae1';
/** Root classes of Windows Installer packages, patches and transforms. */
const installerClass = /^8[2-6]100c0000000000c000000000000046$/;

/** Whether the root entry of a compound file is that of an installer. Source: MS-CFB sections 2.2 and 2.6.1. */
async function isInstaller(read: Read): Promise<boolean> {
  const header = await read(0, 512);
  if (header.length < 512 || header.subarray(0, 8).toString('hex') !== containerMark) return false;
  const sectorBytes = header.readUInt16LE(30) === 12 ? 4_096 : 512;
  const root = (header.readUInt32LE(48) + 1) * sectorBytes;
  return installerClass.test((await read(root + 80, 16)).toString('hex'));
}
