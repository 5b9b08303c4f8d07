import { AppError } from '@parley/contracts';
import { Recent } from '@parley/service-kit/concurrency';
import type { Logger } from '@parley/service-kit/observability';

import type { WorkspaceClient } from '../clients/workspace.client.ts';
import { departmentUnknown } from '../routing/chosen-routing.ts';
import type { RoutingContext } from '../routing/routing-pass.ts';
import { type Directory, defaultReopenWindowHours } from './directory.repository.ts';
import type { LivingBots } from './living-bots.ts';

const remembered = 10_000;
/** A replica that routes nothing hears of no change of hours. */
const hoursAgeMs = 86_400_000;
/** Deadline of workspace when the read model cannot answer instead. */
const onlyAnswerMs = 3_000;

/** Routing contexts of departments: from workspace, or from the local read models when it does not answer in time. */
export class RoutingContexts {
  readonly #workspace: WorkspaceClient;
  readonly #directory: Directory;
  readonly #bots: LivingBots;
  readonly #log: Logger;
  /** By project: the last opening state from workspace, until it may have changed. */
  readonly #hours = new Recent<Pick<RoutingContext, 'open' | 'nextChangeAt'>>(remembered);

  constructor(parts: { workspace: WorkspaceClient; directory: Directory; livingBots: LivingBots; log: Logger }) {
    this.#workspace = parts.workspace;
    this.#directory = parts.directory;
    this.#bots = parts.livingBots;
    this.#log = parts.log;
  }

  /**
   * @param departmentId `null`: the default department
   * @returns `null` when there is no such department
   * @throws dependency_down when workspace does not answer and the read model lacks the department
   */
  async of(projectId: string, departmentId: string | null): Promise<RoutingContext | null> {
    const routingContext = await this.#find(projectId, departmentId);
    if (departmentId !== null && routingContext !== null && routingContext?.department.id !== departmentId)
      throw departmentUnknown();
    return routingContext ?? null;
  }

  /** The department of a request, or the default one in place of a deleted department. */
  async ofRequest(projectId: string, departmentId: string | null): Promise<RoutingContext | null> {
    const routingContext = await this.#find(projectId, departmentId);
    return routingContext ?? (departmentId === null ? null : this.of(projectId, null));
  }

  /** @returns from the read model, the default department in place of an unknown one; `undefined` when it has neither */
  async #find(projectId: string, departmentId: string | null): Promise<RoutingContext | null | undefined> {
    try {
      return await this.#fresh(projectId, departmentId);
    } catch (error) {
      // Unavailable or faulty: a send must not fail because of it.
      if (!(error instanceof AppError))
        this.#log.warn({ err: error, projectId }, 'workspace failed; routing from the read model');
      const copy = await this.#directory.routingContext(projectId, departmentId);
      if (departmentId !== null && copy?.department.id !== departmentId) {
        if (await this.#directory.isDepartmentGone(projectId, departmentId)) return null;
        // Only workspace can answer: worth a longer deadline.
        const fresh = await this.#fresh(projectId, departmentId, onlyAnswerMs).catch(() => undefined);
        if (fresh !== undefined) return fresh;
      }
      return copy && { ...copy, ...this.#hours.get(projectId) };
    }
  }

  async #fresh(projectId: string, departmentId: string | null, deadlineMs?: number): Promise<RoutingContext | null> {
    const context = await this.#workspace.getRoutingContext(projectId, departmentId, deadlineMs);
    if (!context) return null;

    const { department, open, nextChangeAt } = context;
    const known = Math.min(nextChangeAt?.getTime() ?? Number.POSITIVE_INFINITY, Date.now() + hoursAgeMs);
    this.#hours.set(projectId, { open, nextChangeAt }, known);
    const bot = department.bot ? await this.#bots.findForRouting(projectId, [department.bot]) : [];
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
