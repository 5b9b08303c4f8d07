import type { EventEnvelope } from '@parley/contracts';

import {
  attemptsLeft,
  type BusConsumer,
  type BusTimings,
  type Delivery,
  type OutgoingEvent,
  type Running,
  retryDelayMs,
} from './bus.ts';
import type { Clock } from './clock.ts';

/** An event for one consumer. */
export interface Sent {
  event: OutgoingEvent;
  read(): EventEnvelope;
  done(): void;
}

/** An event on its way to one consumer. */
interface Task extends Sent {
  attempts: number;
  finished: boolean;
  /** Of the redelivery that is due. */
  cancel?: () => void;
}

interface Member {
  consumer: BusConsumer;
  running: number;
  leaving: boolean;
  left?: () => void;
}

interface QueueOptions {
  types: readonly string[];
  timings: BusTimings;
  clock: Clock;
  apart: (run: () => void) => void;
  /** Told after each change of `busy()`. */
  changed: () => void;
}

/** A delay up to which a waiting attempt counts as work under way. */
const soonMs = 1_000;

/** The work of one durable consumer, shared by its replicas. */
export class MemoryQueue {
  readonly types: ReadonlySet<string>;
  readonly #options: QueueOptions;
  readonly #members: Member[] = [];
  readonly #ready: Task[] = [];
  readonly #delayed = new Set<Task>();
  #soon = 0;

  constructor(options: QueueOptions) {
    this.#options = options;
    this.types = new Set(options.types);
  }

  add(sent: Sent, delayMs: number): void {
    const task: Task = { ...sent, attempts: 0, finished: false };
    if (delayMs === 0) {
      this.#ready.push(task);
      this.#pump();
    } else {
      this.#later(task, delayMs);
    }
  }

  /** Whether a replica has anything to do with the event; all of them look at it. */
  admits(read: () => EventEnvelope): boolean {
    const answers = this.#members.map(({ consumer }) => consumer.admits?.(read()) ?? true);
    return answers.length === 0 || answers.includes(true);
  }

  join(consumer: BusConsumer): Running {
    const member: Member = { consumer, running: 0, leaving: false };
    this.#members.push(member);
    this.#options.apart(() => this.#pump());
    return {
      stop: () =>
        new Promise((resolve) => {
          member.leaving = true;
          member.left = resolve;
          this.#letGo(member);
        }),
    };
  }

  busy(): boolean {
    if (this.#members.length === 0) return false;
    return this.#ready.length > 0 || this.#soon > 0 || this.#members.some((member) => member.running > 0);
  }

  /** Forgets everything; the outboxes still have it. */
  clear(): void {
    for (const task of this.#delayed) task.cancel?.();
    this.#delayed.clear();
    this.#ready.length = 0;
    this.#soon = 0;
  }

  #pump(): void {
    while (this.#ready.length > 0) {
      const member = this.#nextMember();
      if (member === undefined) return;
      const task = this.#ready.shift();
      if (task !== undefined && !task.finished) this.#run(task, member);
    }
  }

  /** The replica with the most room. */
  #nextMember(): Member | undefined {
    const free = this.#members.filter((member) => !member.leaving && member.running < member.consumer.concurrency);
    return free.reduce<Member | undefined>(
      (best, member) => (best === undefined || member.running < best.running ? member : best),
      undefined,
    );
  }

  #run(task: Task, member: Member): void {
    task.attempts += 1;
    const attempt = task.attempts;
    member.running += 1;
    this.#expectAnswer(task);
    const delivery: Delivery = {
      event: task.read(),
      text: task.event.text,
      attempt,
      attemptsLeft: attemptsLeft(this.#options.timings, attempt),
      working: () => {
        if (!task.finished && task.attempts === attempt) this.#expectAnswer(task);
      },
    };
    member.consumer
      .handle(delivery)
      .then(
        () => this.#finish(task),
        () => {
          // A delivery that has been made again meanwhile has no say any more.
          if (!task.finished && task.attempts === attempt)
            this.#later(task, retryDelayMs(this.#options.timings, attempt));
        },
      )
      .finally(() => {
        member.running -= 1;
        this.#letGo(member);
        this.#pump();
        this.#options.changed();
      });
  }

  #expectAnswer(task: Task): void {
    this.#later(task, this.#options.timings.ackWaitMs);
  }

  /** Makes `task` ready after `ms`; replaces what was due before. */
  #later(task: Task, ms: number): void {
    task.cancel?.();
    const soon = ms <= soonMs;
    if (soon) this.#soon += 1;
    this.#delayed.add(task);
    const stop = this.#options.clock.after(ms, () => {
      task.cancel?.();
      this.#ready.push(task);
      this.#options.apart(() => this.#pump());
      this.#options.changed();
    });
    task.cancel = () => {
      stop();
      if (this.#delayed.delete(task) && soon) this.#soon -= 1;
      task.cancel = undefined;
    };
  }

  #finish(task: Task): void {
    if (task.finished) return;
    task.finished = true;
    task.cancel?.();
    task.done();
  }

  #letGo(member: Member): void {
    if (!member.leaving || member.running > 0) return;
    const place = this.#members.indexOf(member);
    if (place >= 0) this.#members.splice(place, 1);
    member.left?.();
    this.#options.changed();
  }
}
