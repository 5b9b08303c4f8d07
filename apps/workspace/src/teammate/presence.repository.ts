import { noProject } from '@parley/contracts';
import type { Database } from '@parley/service-kit/database';
import { announce } from '@parley/service-kit/outbox';

import type { PrismaClient } from '../generated/prisma/client.ts';
import type { ProjectRepository } from '../project/project.repository.ts';
import { showPresence } from './membership.ts';
import { type OnlinePrincipal, presenceOf, presenceTtlMs } from './presence.ts';
import { isVisitor, principalIdOf, type Teammate } from './teammate.ts';
import { selectTeammates, type TeammateRow, toRow, toTeammate } from './teammate-rows.repository.ts';

/** A record whose presence differs from the reports. */
interface StaleRecord {
  projectId: string;
  id: string;
}

const maxBatchSize = 1000;
// A restarted replica reports all its connections at once; bounded so that it does not exhaust the pool.
const maxConcurrency = 4;

/**
 * The only writer of `presences`, and of presence in `teammates`. Reports are stored apart from the records that show
 * them: a record is written only when it changes; the next report or sweep repairs what was missed.
 */
export class PresenceRepository {
  readonly #db: Database<PrismaClient>;
  readonly #projects: ProjectRepository;

  constructor(db: Database<PrismaClient>, projects: ProjectRepository) {
    this.#db = db;
    this.#projects = projects;
  }

  /** Stores a report. @returns for how many principals it was the newest */
  async report(present: readonly OnlinePrincipal[], seenAt: Date): Promise<number> {
    const rows = await this.#db.query(
      {
        name: 'report-presence',
        // Sorted: concurrent reports lock rows in the same order, so they cannot deadlock.
        text: `INSERT INTO presences (id_project, id_principal, seen_at)
               SELECT DISTINCT id_project, id_principal, $3::timestamptz
               FROM unnest($1::text[], $2::text[]) AS reported (id_project, id_principal) ORDER BY 1, 2
               ON CONFLICT (id_project, id_principal) DO UPDATE SET seen_at = excluded.seen_at
                 WHERE presences.seen_at < excluded.seen_at
               RETURNING 1`,
      },
      [...columnsOf(present), seenAt],
    );
    return rows.length;
  }

  /** Records of these principals that are not shown as online yet. */
  async listNewlyOnline(present: readonly OnlinePrincipal[], at: Date): Promise<StaleRecord[]> {
    return this.#newlyOnline(
      'arrived',
      '(p.id_project, p.id_principal) IN (SELECT * FROM unnest($3::text[], $4::text[]))',
      at,
      columnsOf(present),
    );
  }

  /** Deletes expired reports. @returns the records that differ from the remaining reports */
  async sweep(at: Date): Promise<StaleRecord[]> {
    await this.#db.query(
      // Skips rows that a report is renewing: waiting for them could deadlock.
      `DELETE FROM presences WHERE (id_project, id_principal) IN
         (SELECT id_project, id_principal FROM presences WHERE seen_at <= $1 FOR UPDATE SKIP LOCKED)`,
      [new Date(at.getTime() - presenceTtlMs)],
    );
    const gone = await this.#db.query<{ id_project: string; id: string }>(
      `SELECT m.id_project, m.id FROM teammates m JOIN projects j ON j.id_project = m.id_project AND j.status = 100
       WHERE m.presence_status = 'online' AND NOT EXISTS (
         SELECT FROM presences p WHERE p.id_project = CASE WHEN m.id_user IS NULL THEN m.id_project ELSE $1 END
           AND p.id_principal = coalesce(m.id_user::text, m.uuid_user))
       LIMIT $2`,
      [noProject, maxBatchSize],
    );
    return [...gone.map(staleRecordOf), ...(await this.#newlyOnline('all', 'true', at, []))];
  }

  /** Updates records to what the reports say now. */
  async show(records: readonly StaleRecord[], at: Date): Promise<void> {
    for (let done = 0; done < records.length; done += maxConcurrency) {
      await Promise.all(records.slice(done, done + maxConcurrency).map((record) => this.#show(record, at)));
    }
  }

  async #show({ projectId, id }: StaleRecord, at: Date): Promise<void> {
    await this.#db.transaction(async () => {
      const known = await this.#one(projectId, id, '');
      if (!known) return;
      // Lock order: the team before a record, as everywhere. Visitors need no team lock.
      if (!isVisitor(known) && !(await this.#projects.lockTeam(projectId))) return;
      const current = await this.#one(projectId, id, 'FOR UPDATE OF m');
      if (!current || current.trashed) return;

      const { next, events } = showPresence(current, presenceOf(await this.#seenAt(current), at), at);
      if (next === current) return;
      await this.#db.prisma.teammate.updateMany({ where: { idProject: projectId, id }, data: toRow(next) });
      if (!isVisitor(next)) await this.#projects.incrementDirectoryVersion(projectId);
      await announce(this.#db, { noun: 'teammate', projectId, id, version: next.version, actor: 'system' }, events);
    });
  }

  async #newlyOnline(name: string, condition: string, at: Date, values: readonly unknown[]): Promise<StaleRecord[]> {
    const fresh = `m.presence_status <> 'online' AND NOT m.trashed AND p.seen_at > $2 AND ${condition}`;
    const living = 'JOIN projects j ON j.id_project = m.id_project AND j.status = 100';
    const rows = await this.#db.query<{ id_project: string; id: string }>(
      {
        name: `presence-${name}`,
        text: `SELECT m.id_project, m.id FROM presences p
                 JOIN memberships l ON l.id_user = p.id_principal::bpchar
                 JOIN teammates m ON m.id_project = l.id_project AND m.id = l.id_teammate ${living}
               WHERE p.id_project = $1 AND ${fresh}
               UNION ALL
               SELECT m.id_project, m.id FROM presences p
                 JOIN teammates m ON m.id_project = p.id_project AND m.uuid_user = p.id_principal ${living}
               WHERE ${fresh}
               LIMIT ${maxBatchSize}`,
      },
      [noProject, new Date(at.getTime() - presenceTtlMs), ...values],
    );
    return rows.map(staleRecordOf);
  }

  async #seenAt(teammate: Teammate): Promise<Date | undefined> {
    const idProject = isVisitor(teammate) ? teammate.projectId : noProject;
    const where = { idProject, idPrincipal: principalIdOf(teammate) };
    return (await this.#db.prisma.presence.findFirst({ where }))?.seenAt;
  }

  async #one(projectId: string, id: string, lock: '' | 'FOR UPDATE OF m'): Promise<Teammate | undefined> {
    const text = `${selectTeammates} WHERE m.id_project = $1 AND m.id = $2 ${lock}`;
    const [row] = await this.#db.query<TeammateRow>({ name: `present ${lock}`, text }, [projectId, id]);
    return row && toTeammate(row);
  }
}

function columnsOf(present: readonly OnlinePrincipal[]): [string[], string[]] {
  return [present.map(({ projectId }) => projectId), present.map(({ principalId }) => principalId)];
}

function staleRecordOf(row: { id_project: string; id: string }): StaleRecord {
  return { projectId: row.id_project, id: row.id };
}
