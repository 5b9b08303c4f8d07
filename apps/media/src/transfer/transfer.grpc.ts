import { Readable } from 'node:stream';

import { mediaErrors, transferErrors } from '@parley/contracts';
import type { ObjectServiceService, WriteObjectRequest } from '@parley/proto-gen/transfer/v1/transfer';
import { ObjectServiceService as objectService } from '@parley/proto-gen/transfer/v1/transfer';
import { serve } from '@parley/service-kit/grpc';
import { Imports, serveTransfer } from '@parley/service-kit/transfer';

import type { Context } from '../context.ts';
import { keepProject } from '../project/keep-project.ts';
import { keyOf } from '../storage/storage.ts';
import { fileKind, objectKeyOf, removeFiles } from './file-kind.ts';

const pieceBytes = 256 * 1_024;

/** Projects move out of this service and into it. Source: contract 90 section 11. */
export const transfer = serveTransfer<Context>({
  kinds: ({ config }) => [
    {
      ...fileKind,
      refuses: ({ size }) => (Number(size) > largestFile(config) ? { code: 'too_large', param: 'size' } : undefined),
    },
  ],

  async keep(context, projectId, copies) {
    for (const { kind, recordJson } of copies)
      if (kind === 'project')
        await keepProject(context, { idproject: projectId, data: { project: JSON.parse(recordJson) } });
  },

  // Bytes that were written for a row that never came are removed by the sweeper.
  async discard({ db, storage }, projectId) {
    for (let after = ''; ; ) {
      const files = await db.query<{ id: string; key: string; thumbnail: string | null }>(
        'select id, object_key as key, thumbnail from files where id_project = $1 and id > $2 order by id limit 1000',
        [projectId, after],
      );
      for (const { key, thumbnail } of files) {
        await storage.remove(keyOf(key, 'o'));
        if (thumbnail !== null) await storage.remove(keyOf(key, 't'));
      }
      const last = files.at(-1);
      if (!last) break;
      after = last.id;
    }
    await removeFiles(db, projectId);
  },
});

export const objects = serve<typeof ObjectServiceService, Context>(
  objectService,
  {
    async *readObject({ db, storage }, { idProject, id, part }) {
      const text = 'select object_key as key from files where id_project = $1 and id = $2';
      const [file] = await db.query<{ key: string }>(text, [idProject, id]);
      const stream = file && (await storage.get(keyOf(file.key, part === 't' ? 't' : 'o')));
      if (!stream) throw mediaErrors.file_not_found();
      for await (const bytes of stream as AsyncIterable<Buffer>) yield* pieces(bytes);
    },

    async writeObject({ db, storage, spool, config }, requests) {
      const messages = requests[Symbol.asyncIterator]();
      const { value: first } = (await messages.next()) as { value?: WriteObjectRequest };
      if (!first) throw transferErrors.import_closed();
      const known = await new Imports(db).find(first.idProject);
      if (known?.import !== first.import || known.state !== 'loading') throw transferErrors.import_closed();
      const bytes = Readable.from(bytesOf(first, messages), { objectMode: false });
      const spooled = await spool.write(bytes, largestFile(config));
      try {
        if (spooled.sha256 !== first.sha256) throw transferErrors.import_changed();
        const key = keyOf(objectKeyOf(first.idProject, first.id), first.part === 't' ? 't' : 'o');
        await storage.put(key, spooled.file, spooled.size);
      } finally {
        await spool.drop(spooled);
      }
      return {};
    },
  },
  { callers: { readObject: ['transfer'], writeObject: ['transfer'] } },
);

function largestFile({ MEDIA_FILE_BYTES, MEDIA_IMAGE_BYTES }: Context['config']): number {
  return Math.max(MEDIA_FILE_BYTES, MEDIA_IMAGE_BYTES);
}

function* pieces(bytes: Buffer) {
  for (let start = 0; start < bytes.length; start += pieceBytes)
    yield { bytes: bytes.subarray(start, start + pieceBytes) };
}

async function* bytesOf(first: WriteObjectRequest, rest: AsyncIterator<WriteObjectRequest>) {
  yield first.bytes;
  for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value.bytes;
}
