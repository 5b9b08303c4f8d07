import { automate } from './automation.ts';
import { ConversationsHarness, type ConversationsService, sharedConversations } from './harness.ts';

type MakeProject = ConversationsHarness['project'];

/** Gives every project that a harness makes from then on what `automate` gives. */
export class AutomatedProjects {
  /** By the service that has them. */
  readonly #made = new Map<ConversationsService, string[]>();
  readonly #plain: MakeProject = ConversationsHarness.prototype.project;

  async begin(): Promise<void> {
    const [plain, made] = [this.#plain, this.#made];
    const automated: MakeProject = async function (this: ConversationsHarness, setUp) {
      const project = await plain.call(this, setUp);
      const { projectId, personas } = project;
      await automate(this.first, projectId, personas.ada);
      made.set(this.first, [...(made.get(this.first) ?? []), projectId]);
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
}
