import type { Actor } from '@parley/contracts';

import { type ConversationsService, type SharedConversations, sharedConversations } from './harness.ts';
import { runRules } from './rule-rounds.ts';
import { seen } from './seen.ts';
import type { TestProject } from './test-project.ts';

export type RuleDefinition = { on: string[]; actions: ({ type: string } & Record<string, unknown>)[] } & Record<
  string,
  unknown
>;

export const say = (text = 'Noted.') => ({ type: 'send_message', text });
export const tag = (...tags: string[]) => ({ type: 'add_tags', tags });

/** Rules at work on two replicas. */
export class RuleStory {
  readonly harness: SharedConversations;
  readonly replicas: readonly [ConversationsService, ConversationsService];

  private constructor(harness: SharedConversations, replicas: RuleStory['replicas']) {
    this.harness = harness;
    this.replicas = replicas;
  }

  static async begin(): Promise<RuleStory> {
    const harness = await sharedConversations();
    return new RuleStory(harness, [harness.first, await harness.second()]);
  }

  get service(): ConversationsService {
    return this.replicas[0];
  }

  as(actor: Actor): ReturnType<ConversationsService['as']> {
    return this.service.as(actor);
  }

  /** A request of vera that linus serves, in a project with these rules. */
  async withRules(definitions: RuleDefinition[], setUp: (project: TestProject) => void = () => undefined) {
    const project = await this.harness.project((one) => {
      one.addMember({ actor: one.personas.linus });
      setUp(one);
    });
    const rules: string[] = [];
    for (const definition of definitions) rules.push(await this.ruleOf(project.personas.ada, definition));
    const request_id = await this.harness.conversation(project);
    return {
      ...{ project, rules, request_id, now: () => seen(this.service, project, request_id) },
      ...project.personas,
    };
  }

  async ruleOf(author: Actor, definition: RuleDefinition): Promise<string> {
    const body = { name: 'A rule', enabled: true, ...definition };
    const { status, body: made } = await this.as(author).createRule({}, { body });
    expect([status, made]).toMatchObject([200, { name: body.name, enabled: body.enabled }]);
    return made._id;
  }

  /** Rounds on both replicas, as long as rules answer each other. */
  async settle(rounds = 12): Promise<void> {
    await runRules(this.replicas, rounds);
    await this.harness.queueIdle();
  }

  async runsOn(who: Actor, request_id: string) {
    return (await this.as(who).listRequestRuleRuns({ request_id })).body.runs;
  }

  /** Advances the due times of rules that wait. */
  async pass({ projectId }: TestProject, seconds: number): Promise<void> {
    const text = `update rule_due set due_at = due_at - $2::int * interval '1 second' where id_project = $1`;
    await this.service.db.query(text, [projectId, seconds]);
    await Promise.all(this.replicas.map((replica) => replica.runJob('runDueRules')));
  }
}
