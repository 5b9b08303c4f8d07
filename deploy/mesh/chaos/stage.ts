import { newRequestId } from '../../../apps/all-in-one/test/mesh.ts';
import type { Mesh } from '../mesh.ts';
import { Calls } from './calls.ts';
import type { History } from './history.ts';
import type { Person, Project } from './project.ts';
import { Random } from './random.ts';

interface Saying {
  /** Counts for the first message of a conversation. */
  departmentid?: string;
  isToBot?: boolean;
  isOfCustomer?: boolean;
}

/** What all who take part in a run share. */
export class Stage {
  readonly mesh: Mesh;
  readonly project: Project;
  readonly history: History;
  readonly calls: Calls;
  readonly random: Random;
  /** Conversations that have begun. */
  readonly requests: string[] = [];
  /** Those whose customers have said everything. */
  readonly finished = new Set<string>();
  isOver = false;
  #keys = 0;

  constructor(mesh: Mesh, project: Project, history: History) {
    this.mesh = mesh;
    this.project = project;
    this.history = history;
    this.calls = new Calls(history);
    this.random = new Random(history.seed);
  }

  newRequest(): string {
    return newRequestId(this.project.id);
  }

  newKey(): string {
    return `${this.history.seed}-${this.#keys++}`;
  }

  /** Says its key in a conversation, until that is acknowledged. @returns the key */
  async say(person: Person, request: string, { departmentid, isToBot, isOfCustomer }: Saying = {}): Promise<string> {
    const key = this.newKey();
    const send: History['sends'][number] = {
      request,
      key,
      ...(isToBot && { isToBot }),
      ...(isOfCustomer && { isOfCustomer }),
    };
    this.history.sends.push(send);
    const path = `/requests/${request}/messages`;
    const message = await this.calls.insist(`say ${key}`, () =>
      person.call('POST', path, { departmentid, text: key }, { 'Idempotency-Key': key }),
    );
    send.id = message?._id;
    return key;
  }

  /** Whether a bot is still in a conversation; undefined when it is unknown. */
  async hasBot(request: string): Promise<boolean | undefined> {
    const answer = await this.calls.attempt(() => this.project.owner.call('GET', `/requests/${request}`));
    return answer?.status === 200 ? answer.body.hasBot : undefined;
  }
}
