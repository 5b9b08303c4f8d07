import { newId } from '@parley/service-kit/call';

import { ConversationsHarness, type ConversationsService, sharedConversations } from './harness.ts';
import type { TestProject } from './test-project.ts';

type MakeProject = ConversationsHarness['project'];

/** Gives every project of a test file a policy for every request, rules that run on everything, a survey after every closing, and a holiday. */
export class AutomatedProjects {
  /** By the service that has them. */
  readonly #made = new Map<ConversationsService, string[]>();
  readonly #plain: MakeProject = ConversationsHarness.prototype.project;

  async begin(): Promise<void> {
    const [plain, automate] = [this.#plain, this.#automate.bind(this)];
    const automated: MakeProject = async function (this: ConversationsHarness, setUp) {
      const project = await plain.call(this, setUp);
      await automate(this.first, project);
      return project;
    };
    // The shared one may have been made by another file.
    (await sharedConversations()).project = automated;
    ConversationsHarness.prototype.project = automated;
  }

  async end(): Promise<void> {
    ConversationsHarness.prototype.project = this.#plain;
    Reflect.deleteProperty(await sharedConversations(), 'project');
  }

  get count(): number {
    return [...this.#made.values()].flat().length;
  }

  async #automate(first: ConversationsService, { projectId, personas: { ada } }: TestProject): Promise<void> {
    const as = first.as(ada);
    const on = ['request.created', 'request.updated', 'request.assigned', 'request.closed', 'message.created'];
    const actions = [{ type: 'remove_tags', tags: ['never set'] }];
    const filters = [{ field: 'subject', operator: '=', value: 'never set' }];
    const timer = { since: 'created', ms: dayMs };
    const rules = [
      { name: 'Changes nothing', enabled: true, on, actions },
      { name: 'Never matches', enabled: true, on, filters, actions: [{ type: 'close' }] },
      { name: 'Waits', enabled: true, on: ['timer'], timer, actions },
    ];
    const made = [
      await as.createSlaPolicy({}, { body: { name: 'All', targets } }),
      ...(await Promise.all(rules.map((body) => as.createRule({}, { body: body as never })))),
      await as.createSurvey({}, { body: { name: 'After all', enabled: true, delay: dayMs } }),
    ];
    expect(made.map(({ status }) => status)).toEqual(made.map(() => 200));
    const day = new Date(Date.now() + 30 * dayMs).toISOString().slice(0, 10);
    await first.context.readModels.keepHoliday({
      ...{ projectId, id: newId(), version: 0, deleted: false },
      record: { name: 'Holiday', from: day, to: day, yearly: false, spans: [], applies: [] },
    });
    this.#made.set(first, [...(this.#made.get(first) ?? []), projectId]);
  }
}

const dayMs = 86_400_000;
const targets = { default: { first_response: 3_600_000, next_response: 3_600_000, resolution: dayMs } };
