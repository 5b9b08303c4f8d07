import type { Database } from '@parley/service-kit/database';

/** The only writer of `seen_image`. */
export class SeenImageRepository {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /**
   * Records that a mail has these images.
   * @returns those that enough earlier mails of the sender have as well
   */
  async repeated(
    { projectId, address, mailId }: { projectId: string; address: string; mailId: string },
    digests: readonly string[],
    at: Date,
  ): Promise<ReadonlySet<string>> {
    if (digests.length === 0) return new Set();
    await this.#db.query(insert, [projectId, address, mailId, digests, at]);
    const rows = await this.#db.query<{ sha256: string }>(repeated, [projectId, address, mailId, digests, enough]);
    return new Set(rows.map(({ sha256 }) => sha256));
  }
}

/** Source: contract 26 section 5. */
const enough = 3;

const insert = {
  name: 'seen_image_insert',
  text: `insert into seen_image (id_project, address, sha256, id_mail, created_at)
    select $1, $2, unnest($4::text[]), $3, $5 on conflict do nothing`,
};

const repeated = {
  name: 'seen_image_repeated',
  text: `select sha256 from seen_image where id_project = $1 and address = $2 and sha256 = any($4) and id_mail <> $3
    group by sha256 having count(*) >= $5`,
};
