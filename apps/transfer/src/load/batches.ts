import type { ArchivedRecord } from '../archive/part-lines.ts';

const maxRecords = 500;
const maxBytes = 2 ** 20;

/** Records as they are read, with their JSON. */
export interface Written {
  record: ArchivedRecord;
  json: string;
}

/** The same batches for the same records, so that a batch is known by its number. A record above the size stands alone. */
export async function* batchesOf(records: AsyncIterable<Written>): AsyncGenerator<Written[]> {
  let batch: Written[] = [];
  let bytes = 0;
  for await (const one of records) {
    const size = Buffer.byteLength(one.json);
    if (batch.length === maxRecords || (batch.length > 0 && bytes + size > maxBytes)) {
      yield batch;
      [batch, bytes] = [[], 0];
    }
    batch.push(one);
    bytes += size;
  }
  if (batch.length > 0) yield batch;
}

/** The same, each read while the former one is worked on. */
export async function* oneAhead<Item>(items: AsyncGenerator<Item>): AsyncGenerator<Item> {
  const read = () => {
    const next = items.next();
    // A failure is thrown where it is awaited.
    next.catch(() => undefined);
    return next;
  };
  try {
    for (let next = read(); ; ) {
      const { done, value } = await next;
      if (done) return;
      next = read();
      yield value;
    }
  } finally {
    await items.return(undefined);
  }
}
