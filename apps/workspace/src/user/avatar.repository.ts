import type { Avatar } from '@parley/contracts';
import type { Database } from '@parley/service-kit/database';

import type { PrismaClient } from '../generated/prisma/client.ts';

/** The only writer of `avatars`, and of the member of `users` that follows from them. */
export class AvatarRepository {
  readonly #db: Database<PrismaClient>;

  constructor(db: Database<PrismaClient>) {
    this.#db = db;
  }

  /**
   * Applies what the media service announced of a photo, in whatever order it arrives: each file begins once and ends once.
   * @returns the address before and after; undefined when nothing has changed, or when the photo is of no living user
   */
  async apply({ subjectId, fileId, url }: Avatar, isThere: boolean): Promise<{ before?: string } | undefined> {
    return this.#db.transaction(async () => {
      const [user] = await this.#db.query<{ avatar: string | null }>(
        'SELECT avatar FROM users WHERE id = $1 AND status = 100 FOR UPDATE',
        [subjectId],
      );
      if (!user) return undefined;
      const key = [subjectId, fileId];
      const [other] = await this.#db.query(
        `DELETE FROM avatars WHERE id_user = $1 AND id_file = $2 AND (url IS NULL) = $3 RETURNING 1`,
        [...key, isThere],
      );
      // Without its counterpart the row waits for it.
      if (!other && (!isThere || url !== undefined)) {
        await this.#db.query('INSERT INTO avatars (id_user, id_file, url) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING', [
          ...key,
          isThere ? url : null,
        ]);
      }
      const [stored] = await this.#db.query<{ avatar: string | null }>(
        `UPDATE users SET avatar = (
           SELECT url FROM avatars WHERE id_user = $1 AND url IS NOT NULL ORDER BY id_file DESC LIMIT 1
         ) WHERE id = $1 RETURNING avatar`,
        [subjectId],
      );
      return stored?.avatar === user.avatar ? undefined : { before: user.avatar ?? undefined };
    });
  }
}
