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

/** An event to be handled by one consumer. */
export interface QueuedEvent {
  event: OutgoingEvent;
  read(): EventEnvelope;
  done(): void;
}

/** An event that one consumer has not finished. */
interface PendingEvent extends QueuedEvent {
  attempts: number;
  finished: boolean;
  /** Of the redelivery that is due. */
  cancel?: () => void;
}

interface Replica {
  consumer: BusConsumer;
  running: number;
  leaving: boolean;
  left?: () => void;
}

interface QueueOptions {
  types: readonly string[];
  timings: BusTimings;
  clock: Clock;
  outsideCalls: (run: () => void) => void;
  /** Called after each change of `busy()`. */
  changed: () => void;
}

/** A waiting attempt with at most this delay counts as pending work. */
const soonMs = 1_000;

/** The work of one durable consumer, shared by its replicas. */
export class MemoryQueue {
  readonly types: ReadonlySet<string>;
  readonly #options: QueueOptions;
  readonly #replicas: Replica[] = [];
  readonly #ready: PendingEvent[] = [];
  readonly #delayed = new Set<PendingEvent>();
  #soon = 0;

  constructor(options: QueueOptions) {
    this.#options = options;
    this.types = new Set(options.types);
  }

  add(queued: QueuedEvent, delayMs: number): void {
    const pending: PendingEvent = { ...queued, attempts: 0, finished: false };
    if (delayMs === 0) {
      this.#ready.push(pending);
      this.#pump();
    } else {
      this.#later(pending, delayMs);
    }
  }

  /** Whether a replica has anything to do with the event; all of them look at it. */
  admits(read: () => EventEnvelope): boolean {
    const answers = this.#replicas.map(({ consumer }) => consumer.admits?.(read()) ?? true);
    return answers.length === 0 || answers.includes(true);
  }

  join(consumer: BusConsumer): Running {
    const replica: Replica = { consumer, running: 0, leaving: false };
    this.#replicas.push(replica);
    this.#options.outsideCalls(() => this.#pump());
    return {
      stop: () =>
        new Promise((resolve) => {
          replica.leaving = true;
          replica.left = resolve;
          this.#leaveIfIdle(replica);
        }),
    };
  }

  busy(): boolean {
    if (this.#replicas.length === 0) return false;
    return this.#ready.length > 0 || this.#soon > 0 || this.#replicas.some((replica) => replica.running > 0);
  }

  /** Forgets everything; the outboxes still have it. */
  clear(): void {
    for (const pending of this.#delayed) pending.cancel?.();
    this.#delayed.clear();
    this.#ready.length = 0;
    this.#soon = 0;
  }

  #pump(): void {
    while (this.#ready.length > 0) {
      const replica = this.#nextReplica();
      if (replica === undefined) return;
      const pending = this.#ready.shift();
      if (pending !== undefined && !pending.finished) this.#run(pending, replica);
    }
  }

  /** The replica with the fewest running handlers. */
  #nextReplica(): Replica | undefined {
    const free = this.#replicas.filter((replica) => !replica.leaving && replica.running < replica.consumer.concurrency);
    return free.reduce<Replica | undefined>(
      (best, replica) => (best === undefined || replica.running < best.running ? replica : best),
      undefined,
    );
  }

  #run(pending: PendingEvent, replica: Replica): void {
    pending.attempts += 1;
    const attempt = pending.attempts;
    replica.running += 1;
    this.#expectAnswer(pending);
    const delivery: Delivery = {
      event: pending.read(),
      text: pending.event.text,
      attempt,
      attemptsLeft: attemptsLeft(this.#options.timings, attempt),
      working: () => {
        if (!pending.finished && pending.attempts === attempt) this.#expectAnswer(pending);
      },
    };
    replica.consumer
      .handle(delivery)
      .then(
        () => this.#finish(pending),
        () => {
          // A delivery that timed out and was made again no longer counts.
          if (!pending.finished && pending.attempts === attempt)
            this.#later(pending, retryDelayMs(this.#options.timings, attempt));
        },
      )
      .finally(() => {
        replica.running -= 1;
        this.#leaveIfIdle(replica);
        this.#pump();
        this.#options.changed();
      });
  }

  #expectAnswer(pending: PendingEvent): void {
    this.#later(pending, this.#options.timings.ackWaitMs);
  }

  /** Makes `pending` ready after `ms`; replaces what was due before. */
  #later(pending: PendingEvent, ms: number): void {
    pending.cancel?.();
    const soon = ms <= soonMs;
    if (soon) this.#soon += 1;
    this.#delayed.add(pending);
    const stop = this.#options.clock.after(ms, () => {
      pending.cancel?.();
      this.#ready.push(pending);
      this.#options.outsideCalls(() => this.#pump());
      this.#options.changed();
    });
    pending.cancel = () => {
      stop();
      if (this.#delayed.delete(pending) && soon) this.#soon -= 1;
      pending.cancel = undefined;
    };
  }

  #finish(pending: PendingEvent): void {
    if (pending.finished) return;
    pending.finished = true;
    pending.cancel?.();
    pending.done();
  }

  #leaveIfIdle(replica: Replica): void {
    if (!replica.leaving || replica.running > 0) return;
    const place = this.#replicas.indexOf(replica);
    if (place >= 0) this.#replicas.splice(place, 1);
    replica.left?.();
    this.#options.changed();
  }
}
