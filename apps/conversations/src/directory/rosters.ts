import { AppError } from '@parley/contracts';
import { Recent } from '@parley/service-kit/concurrency';
import type { Logger } from '@parley/service-kit/observability';

import type { WorkspaceClient } from '../clients/workspace.client.ts';
import { departmentUnknown } from '../routing/chosen-routing.ts';
import type { Roster } from '../routing/roster.ts';
import { type Directory, defaultReopenWindowHours } from './directory.repository.ts';
import type { LivingBots } from './living-bots.ts';

const remembered = 10_000;
/** Hours may change unheard of by a replica that routes nothing. */
const hoursAgeMs = 86_400_000;
/** How long workspace may take where the copy is no way out. */
const onlyAnswerMs = 3_000;

/** Who may serve a department: asked of workspace, and of the local copies when it does not answer in time. */
export class Rosters {
  readonly #workspace: WorkspaceClient;
  readonly #directory: Directory;
  readonly #bots: LivingBots;
  readonly #log: Logger;
  /** By project: whether it was open when workspace last said so, until that may have changed. */
  readonly #hours = new Recent<Pick<Roster, 'open' | 'nextChangeAt'>>(remembered);

  constructor(parts: { workspace: WorkspaceClient; directory: Directory; livingBots: LivingBots; log: Logger }) {
    this.#workspace = parts.workspace;
    this.#directory = parts.directory;
    this.#bots = parts.livingBots;
    this.#log = parts.log;
  }

  /**
   * @param departmentId `null`: the default department
   * @returns `null` when there is no such department
   * @throws dependency_down when nobody can say so: the copy does not know it, perhaps not yet
   */
  async of(projectId: string, departmentId: string | null): Promise<Roster | null> {
    const roster = await this.#find(projectId, departmentId);
    if (departmentId !== null && roster !== null && roster?.department.id !== departmentId) throw departmentUnknown();
    return roster ?? null;
  }

  /** The department of a request, or the default one in place of a department that is gone. */
  async ofRequest(projectId: string, departmentId: string | null): Promise<Roster | null> {
    const roster = await this.#find(projectId, departmentId);
    return roster ?? (departmentId === null ? null : this.of(projectId, null));
  }

  /** @returns of the copy, the default one in place of a department that it does not know; `undefined` when it knows neither */
  async #find(projectId: string, departmentId: string | null): Promise<Roster | null | undefined> {
    try {
      return await this.#fresh(projectId, departmentId);
    } catch (error) {
      // Away or faulty: a send must not fail by it.
      if (!(error instanceof AppError)) this.#log.warn({ err: error, projectId }, 'routing from the copy');
      const copy = await this.#directory.roster(projectId, departmentId);
      if (departmentId !== null && copy?.department.id !== departmentId) {
        if (await this.#directory.isDepartmentGone(projectId, departmentId)) return null;
        // Nothing else can tell of it: that is worth a longer wait.
        const fresh = await this.#fresh(projectId, departmentId, onlyAnswerMs).catch(() => undefined);
        if (fresh !== undefined) return fresh;
      }
      return copy && { ...copy, ...this.#hours.get(projectId) };
    }
  }

  async #fresh(projectId: string, departmentId: string | null, deadlineMs?: number): Promise<Roster | null> {
    const context = await this.#workspace.getRoutingContext(projectId, departmentId, deadlineMs);
    if (!context) return null;

    const { department, open, nextChangeAt } = context;
    const known = Math.min(nextChangeAt?.getTime() ?? Number.POSITIVE_INFINITY, Date.now() + hoursAgeMs);
    this.#hours.set(projectId, { open, nextChangeAt }, known);
    const bot = department.bot ? await this.#bots.find(projectId, [department.bot]) : [];
    return {
      source: 'fresh',
      version: context.version,
      department: {
        id: department.id,
        routing: department.routing,
        bot: bot[0]?.id ?? null,
        record: department.record,
      },
      candidates: context.candidates,
      open,
      nextChangeAt,
      groupDisabled: context.groupDisabled,
      reopenWindowHours: context.reopenWindowHours ?? defaultReopenWindowHours,
      defaultLimit: context.defaultLimit,
    };
  }
}
