import { channelErrors } from '@parley/contracts';
import type { Database } from '@parley/service-kit/database';

/** The first bytes of a mail are read at once, the others in pieces: many small ones leave no holes in memory. */
export const headBytes = 524_288;
const pieceBytes = 65_536;

/** The bytes of mails. The only writer of `raw_mail` and `raw_piece`, but for what is erased with a mailbox, a person or a project. */
export class RawMailRepository {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Stores a piece of a mail that is still arriving. */
  async storePiece(piece: { id: string; nth: number; bytes: Buffer; createdAt: Date }): Promise<void> {
    await this.#db.query(insertPiece, [piece.id, piece.nth, piece.bytes, piece.createdAt]);
  }

  /** Removes the pieces of a mail that has arrived, or has not. */
  async dropPieces(id: string): Promise<void> {
    await this.#db.query(deletePieces, [id]);
  }

  async store(mail: { projectId: string; id: string; createdAt: Date }, bytes: Buffer): Promise<void> {
    await this.#db.query(insert, [mail.projectId, mail.id, bytes, mail.createdAt]);
  }

  /** Makes the bytes of a mail of its pieces. @throws when the database has lost some: they survive no crash of the server */
  async storeOfPieces(
    mail: { projectId: string; id: string; createdAt: Date; size: number },
    pieces: string,
  ): Promise<void> {
    const values = [mail.projectId, mail.id, mail.createdAt, pieces, mail.size];
    const stored = await this.#db.query(insertOfPieces, values);
    if (stored.length === 0) throw new Error('Pieces of a mail were lost while it arrived.');
  }

  /**
   * The bytes of a mail in pieces, which their reader may give away.
   * @param head the first of them
   * @throws inbound_not_found when they are removed meanwhile
   */
  async *read(projectId: string, id: string, head: Buffer): AsyncGenerator<Buffer> {
    // A copy: it is read again.
    yield Buffer.from(head);
    if (head.length < headBytes) return;
    for (let from = headBytes, length = pieceBytes; length === pieceBytes; from += pieceBytes) {
      const [piece] = await this.#db.query<{ bytes: Buffer }>(select, [projectId, id, from + 1, pieceBytes]);
      if (!piece) throw channelErrors.inbound_not_found();
      length = piece.bytes.length;
      yield piece.bytes;
    }
  }

  /** Removes old ones, and pieces of mails that have never arrived, some at a time. @returns whether there is more */
  async forget(before: Date, piecesBefore: Date, limit: number): Promise<boolean> {
    const raw = await this.#db.query(forget, [before, limit]);
    const pieces = await this.#db.query(forgetPieces, [piecesBefore, limit]);
    return raw.length === limit || pieces.length === limit;
  }
}

const insert = {
  name: 'raw_mail_insert',
  text: 'insert into raw_mail (id_project, id, bytes, created_at) values ($1, $2, $3, $4)',
};

const insertPiece = {
  name: 'raw_piece_insert',
  text: 'insert into raw_piece (id, nth, bytes, created_at) values ($1, $2, $3, $4)',
};

const deletePieces = { name: 'raw_piece_delete', text: 'delete from raw_piece where id = $1' };

const insertOfPieces = {
  name: 'raw_mail_insert_of_pieces',
  text: `insert into raw_mail (id_project, id, bytes, created_at)
    select $1, $2, string_agg(bytes, '' order by nth), $3 from raw_piece where id = $4
    having sum(octet_length(bytes)) = $5
    returning 1`,
};

const select = {
  name: 'raw_mail_piece',
  text: 'select substring(bytes from $3 for $4) as bytes from raw_mail where id_project = $1 and id = $2',
};

const forget = {
  name: 'raw_mail_forget',
  text: `delete from raw_mail where (id_project, id) in
    (select id_project, id from raw_mail where created_at < $1 order by created_at limit $2) returning 1`,
};

const forgetPieces = {
  name: 'raw_piece_forget',
  text: `delete from raw_piece where (id, nth) in
    (select id, nth from raw_piece where created_at < $1 order by created_at limit $2) returning 1`,
};
