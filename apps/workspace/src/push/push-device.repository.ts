import { commonErrors } from '@parley/contracts';
import { newId } from '@parley/service-kit/call';
import type { Database } from '@parley/service-kit/database';
import type { Secrets } from '@parley/service-kit/security';

import type { PrismaClient } from '../generated/prisma/client.ts';
import { hashOfEndpoint, type PushDevice, type PushTarget } from './push-device.ts';

const maxDevices = 10;

type DeviceFacts = Omit<PushDevice, 'id' | 'createdAt' | 'updatedAt'>;
type ShownDevice = Omit<PushDevice, 'target'>;

/** A device that may be notified now, with what its person has chosen. */
export interface ReachableDevice extends Pick<ShownDevice, 'id' | 'idUser' | 'timezone' | 'showsText'> {
  /** Of the console; whatever the person stored. */
  notifications: unknown;
  /** Their custom role shows them only the requests that they serve or follow. */
  seesOwnOnly: boolean;
}

const shown = `id_project AS "projectId", id, id_user AS "idUser", jti, language, timezone, shows_text AS "showsText",
  created_at AS "createdAt", updated_at AS "updatedAt"`;

/** Of people who are still in the team, as long as the session that registered the device lasts. */
const reachable = `FROM push_devices d
  JOIN teammates m ON m.id_project = d.id_project AND m.id_user = d.id_user AND m.status = 'active' AND NOT m.trashed
    AND m.role IN ('agent', 'admin', 'owner')
  JOIN tokens t ON t.jti = d.jti AND t.revoked_at IS NULL AND t.expires_at > now()
  LEFT JOIN roles r ON r.id_project = m.id_project AND r.id = m.role_id`;

/** The only writer of `push_devices`. */
export class PushDeviceRepository {
  readonly #db: Database<PrismaClient>;
  readonly #secrets: Secrets;

  constructor(db: Database<PrismaClient>, secrets: Secrets) {
    this.#db = db;
    this.#secrets = secrets;
  }

  /** The devices of a person, newest first. */
  async listOf(projectId: string, idUser: string): Promise<ShownDevice[]> {
    return this.#db.query<ShownDevice>(
      `SELECT ${shown} FROM push_devices WHERE id_project = $1 AND id_user = $2 ORDER BY updated_at DESC, id LIMIT ${maxDevices}`,
      [projectId, idUser],
    );
  }

  /**
   * Registers a device, or changes it if its endpoint is known. It takes the endpoint from another person, who used the browser before, and
   * ends the oldest device beyond the limit.
   * @throws commonErrors.not_a_member when the person has just left the team
   */
  async save({ projectId, idUser, jti, target, language, timezone, showsText }: DeviceFacts): Promise<ShownDevice> {
    const hash = hashOfEndpoint(target.endpoint);
    return this.#db.transaction(async () => {
      // One change of a person's devices at a time: the limit counts them.
      const [member] = await this.#db.query(
        `SELECT 1 FROM teammates WHERE id_project = $1 AND id_user = $2 AND status = 'active' AND NOT trashed FOR UPDATE`,
        [projectId, idUser],
      );
      if (!member) throw commonErrors.not_a_member();

      await this.#db.query('DELETE FROM push_devices WHERE endpoint_hash = $1 AND id_user <> $2', [hash, idUser]);
      const [known] = await this.#db.query<{ id: string }>(
        'SELECT id FROM push_devices WHERE id_project = $1 AND endpoint_hash = $2',
        [projectId, hash],
      );
      const id = known?.id ?? newId();
      const sealed = this.#secrets.seal(JSON.stringify(target), id);
      const [stored] = await this.#db.query<ShownDevice>(
        `INSERT INTO push_devices AS d
           (id_project, id, id_user, jti, endpoint_hash, sealed, language, timezone, shows_text, created_at, updated_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, now(), now())
         ON CONFLICT (id_project, id) DO UPDATE SET jti = excluded.jti, sealed = excluded.sealed, language = excluded.language,
           timezone = excluded.timezone, shows_text = excluded.shows_text, updated_at = excluded.updated_at
         RETURNING ${shown}`,
        [projectId, id, idUser, jti, hash, sealed, language, timezone, showsText],
      );
      await this.#db.query(
        `DELETE FROM push_devices WHERE id_project = $1 AND id_user = $2 AND id NOT IN
           (SELECT id FROM push_devices WHERE id_project = $1 AND id_user = $2
            ORDER BY updated_at DESC, id = $3 DESC, id LIMIT ${maxDevices})`,
        [projectId, idUser, id],
      );
      if (!stored) throw new Error('The database returned no row.');
      return stored;
    });
  }

  /** @param idUser whose; absent: anyone's. @returns undefined when there is none */
  async remove(projectId: string, id: string, idUser?: string): Promise<ShownDevice | undefined> {
    const [removed] = await this.#db.query<ShownDevice>(
      `DELETE FROM push_devices WHERE id_project = $1 AND id = $2 AND ($3::bpchar IS NULL OR id_user = $3) RETURNING ${shown}`,
      [projectId, id, idUser ?? null],
    );
    return removed;
  }

  /** Those of these projects in which any device is registered. */
  async projectsWithDevices(projectIds: readonly string[]): Promise<Set<string>> {
    const rows = await this.#db.query<{ id: string }>(
      {
        name: 'push-projects',
        text: `SELECT id FROM unnest($1::text[]) AS wanted(id)
               WHERE EXISTS (SELECT 1 FROM push_devices WHERE id_project = wanted.id)`,
      },
      [[...projectIds]],
    );
    return new Set(rows.map(({ id }) => id));
  }

  /** @param userIds whose; absent: of the whole team */
  async listReachable(projectId: string, userIds?: readonly string[]): Promise<ReachableDevice[]> {
    return this.#db.query<ReachableDevice>(
      {
        name: 'push-reachable',
        text: `SELECT d.id, d.id_user AS "idUser", d.timezone, d.shows_text AS "showsText",
                 m.settings -> 'console.notifications' AS notifications, coalesce(r.visibility = 'own', false) AS "seesOwnOnly"
               ${reachable} WHERE d.id_project = $1 AND ($2::bpchar[] IS NULL OR d.id_user = ANY($2)) ORDER BY d.id LIMIT 5000`,
      },
      [projectId, userIds ? [...userIds] : null],
    );
  }

  /** @returns undefined when the device is gone or may no longer be notified */
  async findReachable(projectId: string, id: string): Promise<{ target: PushTarget; language: string } | undefined> {
    const [row] = await this.#db.query<{ sealed: string; language: string }>(
      {
        name: 'push-device',
        text: `SELECT d.sealed, d.language ${reachable} WHERE d.id_project = $1 AND d.id = $2`,
      },
      [projectId, id],
    );
    if (!row) return undefined;
    return { target: JSON.parse(this.#secrets.open(row.sealed, id)) as PushTarget, language: row.language };
  }

  /** Deletes devices whose session has ended. */
  async dropUnreachable(): Promise<void> {
    await this.#db.query(
      `DELETE FROM push_devices d WHERE NOT EXISTS
         (SELECT 1 FROM tokens t WHERE t.jti = d.jti AND t.revoked_at IS NULL AND t.expires_at > now())`,
    );
  }
}
