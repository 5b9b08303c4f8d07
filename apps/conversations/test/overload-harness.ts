import type { Actor } from '@parley/contracts';

import { ConversationsHarness, type ConversationsService } from './harness.ts';
import { seatsOf } from './seen.ts';
import { newRequestId, type TestProject } from './test-project.ts';

/** Capacity of each agent. */
export const seatsEach = 4;

export const times = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

/** Those answers that are not a 200, short enough to read. */
export function refused(answers: readonly { status: number; body: unknown }[]): unknown[] {
  return answers.filter(({ status }) => status !== 200).map(({ status, body }) => [status, JSON.stringify(body)]);
}

export interface WaitingRow {
  requestId: string;
  ticketId: number;
  status: number;
  assignedAt: Date | null;
}

/** Projects with more requests than capacity, on three replicas of the service. */
export class OverloadHarness {
  readonly harness = new ConversationsHarness();
  #replicas: ConversationsService[] = [];

  async start(): Promise<void> {
    this.#replicas = [await this.harness.start(), await this.harness.start(), await this.harness.start()];
  }

  nth(index: number): ConversationsService {
    return this.#replicas[index % this.#replicas.length] ?? this.harness.first;
  }

  /** Creates requests of `vera` concurrently; resolves when the agents serve as many as they can. */
  async project(agents: number, requests: number): Promise<{ project: TestProject; agents: Actor[] }> {
    const hired: Actor[] = [];
    const project = await this.harness.project((one) => {
      hired.push(...times(agents).map(() => one.addMember({ limit: seatsEach })));
    });
    const { projectId, personas } = project;
    const answers = await Promise.all(
      times(requests).map((index) =>
        this.nth(index)
          .as(personas.vera)
          .createRequest({ request_id: newRequestId(projectId), first_text: `${index}` }),
      ),
    );
    expect(refused(answers)).toEqual([]);
    await this.harness.queueIdle();
    return { project, agents: hired };
  }

  /** In the order in which they wait. */
  rows({ projectId }: TestProject): Promise<WaitingRow[]> {
    return this.harness.first.db.query<WaitingRow>(
      `select request_id as "requestId", ticket_id as "ticketId", status, assigned_at as "assignedAt"
        from request where id_project = $1 order by waiting_since, id`,
      [projectId],
    );
  }

  /** Seats by user id; the counters and a recount must agree. */
  async seats({ projectId }: TestProject): Promise<Record<string, number>> {
    const { counted, recount } = await seatsOf(this.harness.first, projectId);
    expect(counted).toEqual(recount);
    return counted;
  }

  /** Closes all that are served, at once, until none is left: each time the oldest waiting ones must follow. */
  async closeAll(project: TestProject, seats: number): Promise<void> {
    const order = (await this.rows(project)).map(({ requestId }) => requestId);
    for (let first = 0; first < order.length; first += seats) {
      const served = (await this.rows(project)).filter(({ status }) => status === 200);
      expect(served.map(({ requestId }) => requestId)).toEqual(order.slice(first, first + seats));
      const answers = await Promise.all(
        served.map(({ requestId }, index) =>
          this.nth(index).as(project.personas.ada).closeRequest({ request_id: requestId }),
        ),
      );
      expect(refused(answers)).toEqual([]);
      await this.harness.queueIdle();
    }
    const all = await this.rows(project);
    expect(all.filter(({ status }) => status !== 1000)).toEqual([]);
    const assigned = all.slice(seats).map(({ assignedAt }) => assignedAt?.getTime() ?? 0);
    expect(assigned).toEqual([...assigned].sort((a, b) => a - b));
    expect(await this.seats(project)).toEqual({});
  }
}
