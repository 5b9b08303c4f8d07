import { Endpoint } from '@parley/testkit';

import { caughtUp } from '../../../apps/all-in-one/test/caught-up.ts';
import type { Mesh } from '../mesh.ts';
import { serve } from './agent.ts';
import type { History } from './history.ts';
import { openProject } from './project.ts';
import { Readers } from './readers.ts';
import { Stage } from './stage.ts';
import { talkToBot, visit } from './visitor.ts';

const visitors = 8;
const visitorsOfBot = 3;

/** The customers, agents and receivers of one project, who write down what they do and see. */
export class Traffic {
  readonly #stage: Stage;
  readonly #readers: Readers;

  private constructor(stage: Stage, readers: Readers) {
    this.#stage = stage;
    this.#readers = readers;
  }

  /** While all is well. */
  static async open(mesh: Mesh, history: History): Promise<Traffic> {
    const receiver = await new Endpoint().start();
    try {
      const project = await openProject(mesh.url, history.capacity, receiver.url);
      // A limit or a department counts where its copy has come.
      await caughtUp(mesh.replicas.map(({ process }) => process));
      const stage = new Stage(mesh, project, history);
      return new Traffic(stage, new Readers(stage, receiver));
    } catch (error) {
      receiver.stop();
      throw error;
    }
  }

  /** Goes on until `end`; resolves when every call has been answered. */
  async run(): Promise<void> {
    const stage = this.#stage;
    const began = (request: string) => this.#readers.follow(request);
    await Promise.all([
      ...Array.from({ length: visitors }, () => visit(stage, began)),
      ...Array.from({ length: visitorsOfBot }, () => talkToBot(stage, began)),
      ...stage.project.agents.map((agent) => serve(stage, agent)),
      this.#readers.watch(),
    ]);
  }

  /** No more conversations; calls under way are repeated until they are answered, or for so long that something is wrong. */
  end(): void {
    this.#stage.isOver = true;
    this.#stage.calls.expectAnswers();
  }

  /** Looks at everything when all is well; sockets that were refused for an outage ask again before. */
  async lookLast(): Promise<void> {
    this.#readers.reconnect();
    await this.#readers.lookLast();
  }

  close(): void {
    this.#readers.close();
  }
}
