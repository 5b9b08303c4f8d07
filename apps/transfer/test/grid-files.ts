import { createHash } from 'node:crypto';

import { Binary, type ObjectId } from 'bson';

const png = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(700, 'picture')]);
const uuidOf = (nth: number) => `00000000-0000-4000-8000-${String(nth).padStart(12, '0')}`;
const pieceBytes = 512;

export interface GridFile {
  path: string;
  bytes: Buffer;
  /** What is wrong with it; `unnamed`: no message names it; `large`: above a limit that services may have. */
  fault?: 'missing' | 'cut' | 'program' | 'doubled' | 'large' | 'unnamed' | 'expired';
}

/** Of a hundred further files, one after the other. */
const faults = ['missing', 'cut', 'program', 'doubled'] as const;
const largeBytes = 120_000;

/** Files of messages as Tiledesk stores them, with the faults of real ones. */
export function gridFiles(userId: string): GridFile[] {
  const at = (nth: number, name: string, folder = `users/${userId}/images`) =>
    `uploads/${folder}/${uuidOf(nth)}/${name}`;
  return [
    { path: at(1, 'a picture.png'.replace(' ', '_')), bytes: png },
    { path: at(2, 'twice.png'), bytes: png },
    { path: at(3, 'missing.png'), bytes: png, fault: 'missing' },
    { path: at(4, 'cut.png'), bytes: png, fault: 'cut' },
    { path: at(5, 'setup.exe'), bytes: Buffer.from('MZ program'), fault: 'program' },
    { path: at(6, 'notes.txt', 'public/files'), bytes: Buffer.from('notes') },
    { path: at(7, 'expired.png'), bytes: png, fault: 'expired' },
    { path: at(8, 'unnamed.png'), bytes: png, fault: 'unnamed' },
    { path: at(1, 'thumbnails_200_200-a_picture.png'), bytes: Buffer.from('small'), fault: 'unnamed' },
    { path: at(9, 'large.bin'), bytes: Buffer.alloc(largeBytes, 'large'), fault: 'large' },
    ...Array.from({ length: 100 }, (_, nth) => {
      const fault = faults[nth % faults.length] ?? 'missing';
      const name = `${fault}-${nth}.${fault === 'program' ? 'exe' : 'png'}`;
      return { path: at(100 + nth, name), bytes: png, fault };
    }),
  ];
}

/** The two collections of a bucket, the pieces in no order. */
export function bucketOf(files: readonly GridFile[], idOf: () => ObjectId, at: Date) {
  const twice = files.flatMap((file) => (file.fault === 'doubled' ? [file, file] : [file]));
  const made = twice.map((file) => ({ ...file, id: idOf() }));
  const documents = made.map(({ id, path, bytes, fault }) => ({
    ...{ _id: id, filename: path, length: bytes.length, chunkSize: pieceBytes, uploadDate: at },
    ...(fault !== 'cut' && { md5: createHash('md5').update(bytes).digest('hex') }),
    ...(fault === 'expired' && { metadata: { expireAt: at } }),
  }));
  const chunks = made.flatMap(({ id, bytes, fault }) =>
    fault === 'missing'
      ? []
      : Array.from({ length: Math.ceil(bytes.length / pieceBytes) }, (_, n) => ({
          ...{ _id: idOf(), files_id: id, n },
          data: new Binary(bytes.subarray(n * pieceBytes, (n + 1) * pieceBytes)),
        })).slice(fault === 'cut' ? 1 : 0),
  );
  return { documents, chunks: chunks.reverse() };
}
