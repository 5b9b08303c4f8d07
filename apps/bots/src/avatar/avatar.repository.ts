import type { Avatar } from '@parley/contracts';
import type { Database } from '@parley/service-kit/database';

/** The only writer of `bot_avatar`. */
export class AvatarRepository {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /**
   * Applies what the media service announced of a photo, in whatever order it arrives: each file begins once and ends once. The bot is
   * locked.
   * @returns the address of the photo that there is now
   */
  async apply(projectId: string, { subjectId, fileId, url }: Avatar, isThere: boolean): Promise<string | null> {
    const key = [projectId, subjectId, fileId];
    const [other] = await this.#db.query(
      `delete from bot_avatar where id_project = $1 and id_bot = $2 and id_file = $3 and (url is null) = $4 returning 1`,
      [...key, isThere],
    );
    // Without its counterpart the row waits for it.
    if (!other && (!isThere || url !== undefined)) {
      await this.#db.query(
        'insert into bot_avatar (id_project, id_bot, id_file, url) values ($1, $2, $3, $4) on conflict do nothing',
        [...key, isThere ? url : null],
      );
    }
    const [current] = await this.#db.query<{ url: string }>(
      `select url from bot_avatar where id_project = $1 and id_bot = $2 and url is not null order by id_file desc limit 1`,
      [projectId, subjectId],
    );
    return current?.url ?? null;
  }
}
