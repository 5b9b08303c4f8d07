import { AppError } from '@parley/contracts';
import { Batcher, LRUCache } from '@parley/service-kit/concurrency';
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

interface Wanted {
  projectId: string;
  departmentId: string | null;
}

/** Routing contexts of departments: from workspace, or from the local read models when it does not answer in time. */
export class RoutingContexts {
  readonly #workspace: WorkspaceClient;
  readonly #directory: Directory;
  readonly #bots: LivingBots;
  readonly #log: Logger;
  /** By project: the last opening state from workspace, until it may have changed. */
  readonly #hours = new LRUCache<string, Pick<RoutingContext, 'open' | 'nextChangeAt'>>({ max: remembered });
  /** Requests that begin together share one answer, which workspace is asked for after all of them have come. */
  readonly #wanted = new Batcher<Wanted, PromiseSettledResult<RoutingContext | null>>((wanted) => this.#askAll(wanted));

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
      const answer = await this.#wanted.load({ projectId, departmentId });
      if (answer.status === 'rejected') throw answer.reason;
      return answer.value;
    } catch (error) {
      // Unavailable or faulty: a send must not fail because of it.
      if (!(error instanceof AppError))
        this.#log.warn({ err: error, projectId }, 'workspace failed; routing from the read model');
      const copy = await this.#directory.routingContext(projectId, departmentId);
      const isNamed = departmentId === null || copy?.department.id === departmentId;
      if (!isNamed && (await this.#directory.isDepartmentGone(projectId, departmentId))) return null;
      if (!isNamed || (await this.#isNew(projectId, copy))) {
        // Only workspace can answer: worth a longer deadline.
        const fresh = await this.#fresh(projectId, departmentId, onlyAnswerMs).catch(() => undefined);
        if (fresh !== undefined) return fresh;
      }
      return copy && { ...copy, ...this.#hours.get(projectId) };
    }
  }

  /** Whether the read model has not heard yet of who is in the team: every project has an owner. */
  async #isNew(projectId: string, copy: RoutingContext | undefined): Promise<boolean> {
    if (copy === undefined || copy.candidates.length > 0) return copy === undefined;
    return !(await this.#directory.knowsTeam(projectId));
  }

  async #askAll(wanted: readonly Wanted[]): Promise<PromiseSettledResult<RoutingContext | null>[]> {
    const keys = wanted.map(({ projectId, departmentId }) => `${projectId} ${departmentId}`);
    const distinct = new Map(wanted.map((each, place) => [keys[place], each]));
    const answers = await Promise.allSettled(
      [...distinct.values()].map(({ projectId, departmentId }) => this.#fresh(projectId, departmentId)),
    );
    const byKey = new Map([...distinct.keys()].map((key, place) => [key, answers[place]]));
    return keys.flatMap((key) => byKey.get(key) ?? []);
  }

  async #fresh(projectId: string, departmentId: string | null, deadlineMs?: number): Promise<RoutingContext | null> {
    const context = await this.#workspace.getRoutingContext(projectId, departmentId, deadlineMs);
    if (!context) return null;

    const { department, open, nextChangeAt } = context;
    const ttl = Math.min(hoursAgeMs, (nextChangeAt?.getTime() ?? Number.POSITIVE_INFINITY) - Date.now());
    if (ttl > 0) this.#hours.set(projectId, { open, nextChangeAt }, { ttl });
    else this.#hours.delete(projectId);
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
