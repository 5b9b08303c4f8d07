import { currentCall } from '@parley/service-kit/call';
import { createLogger, type Logger } from '@parley/service-kit/observability';
import { type SeenQuery, watchQueries } from '@parley/testkit';

/** What a mesh has done, counted. */
export interface Work {
  /** Statements of HTTP and gRPC calls; beginnings and ends of transactions are not counted anywhere. */
  answering: number;
  /** Statements of consumers, relays and jobs. */
  settling: number;
  /** Transactions that change something, those of calls included. */
  commits: number;
  logLines: number;
}

const control = /^\s*(begin|commit|rollback|savepoint|release|set|listen)\b/i;
const writes = /\b(insert\s+into|update\s+\S+\s+(\w+\s+)?set|delete\s+from)\b/i;

/**
 * Counts what the services of this process do. Work by the clock (polls, leases, cursors) does not count: how much of it there is
 * depends on how long the machine takes. It is known by its text, which the mesh sends at rest, too.
 */
export class CountedWork {
  /** For the mesh. */
  readonly log: Logger;
  readonly #end: () => void;
  /** Statements of the mesh at rest, and the operations that send them: jobs, walks through outboxes, and what is in no call. */
  readonly #clockwork = new Set<string>();
  readonly #clocked = new Set<string>();
  /** Connections in a transaction, and whether that has changed something that counts. */
  readonly #open = new Map<object, boolean>();
  #resting = false;
  #statements = 0;
  #work = none();

  constructor() {
    const write = () => {
      this.#work.logLines += 1;
    };
    this.log = createLogger({ service: 'mesh', level: 'info', to: { write } });
    this.#end = watchQueries((query) => this.#see(query));
  }

  /** While `rest` goes on, nothing but the clock makes the mesh do anything. */
  async recordClockwork(rest: () => Promise<unknown>): Promise<void> {
    this.#resting = true;
    await rest();
    this.#resting = false;
  }

  /** Statements a second, of whatever kind, while `rest` goes on. */
  async perSecondOf(rest: () => Promise<unknown>): Promise<number> {
    this.#statements = 0;
    const began = performance.now();
    await rest();
    return (this.#statements * 1_000) / (performance.now() - began);
  }

  /** Per call. @param work makes so many calls, and ends when the mesh has settled */
  async per(calls: number, work: () => Promise<unknown>): Promise<Work> {
    this.#work = none();
    await work();
    const { answering, settling, commits, logLines } = this.#work;
    return {
      answering: answering / calls,
      settling: settling / calls,
      commits: commits / calls,
      logLines: logLines / calls,
    };
  }

  stop(): void {
    this.#end();
  }

  #see({ text, client, begins }: SeenQuery): void {
    if (begins) this.#open.set(client, false);
    if (control.test(text)) this.#seeControl(text, client);
    else this.#seeStatement(text, client);
  }

  #seeStatement(text: string, client: object): void {
    this.#statements += 1;
    const { operation } = currentCall();
    if (this.#resting) {
      this.#clockwork.add(text);
      this.#clocked.add(operation);
    }
    const isClocked = this.#clocked.has(operation);
    if (isClocked && this.#clockwork.has(text)) return;

    // Events that are handled are named like `consumer:noun.verb`; the rest are calls.
    const isSettling = isClocked || operation.includes(':');
    this.#work[isSettling ? 'settling' : 'answering'] += 1;
    if (!writes.test(text)) return;
    if (this.#open.has(client)) this.#open.set(client, true);
    else this.#work.commits += 1;
  }

  #seeControl(text: string, client: object): void {
    const isCommit = /^commit\b/i.test(text);
    if (!isCommit && !/^rollback$/i.test(text)) return;
    if (isCommit && this.#open.get(client)) this.#work.commits += 1;
    this.#open.delete(client);
  }
}

function none(): Work {
  return { answering: 0, settling: 0, commits: 0, logLines: 0 };
}
