import type { Frame } from './frame-queue.ts';
import type { Follower, Telling } from './telling.ts';

/** Which topics somebody wants to hear of. */
export interface Wanted {
  topics: ReadonlySet<string>;
  /** Those of the messages of every request he sees. */
  allMessages: boolean;
}

/** Somebody who hears of changes as they come. */
export interface Listener extends Wanted {
  projectId: string;
  follower: Follower;
  push(frame: Frame): void;
}

/** Whether he follows teammates, whose records are looked up for nobody else. */
export function followsPeople({ topics }: Wanted): boolean {
  return [...topics].some((topic) => topic.includes('/project_users/'));
}

export function wants({ topics, allMessages }: Wanted, { topic, isMessage }: Telling): boolean {
  return topics.has(topic) || (allMessages && isMessage);
}

/** Finds the listeners of a topic without asking the others. */
export class ListenerIndex {
  readonly #byTopic = new Map<string, Set<Listener>>();
  readonly #byProject = new Map<string, { all: number; ofPeople: number }>();

  get projects(): string[] {
    return [...this.#byProject.keys()];
  }

  followPeople(projectId: string): boolean {
    return (this.#byProject.get(projectId)?.ofPeople ?? 0) > 0;
  }

  of(projectId: string, { topic, isMessage }: Telling): Listener[] {
    const named = this.#byTopic.get(topic) ?? [];
    const all = isMessage ? (this.#byTopic.get(everyMessage(projectId)) ?? []) : [];
    return [...new Set([...named, ...all])];
  }

  add(listener: Listener): void {
    for (const key of keysOf(listener)) {
      const others = this.#byTopic.get(key) ?? new Set();
      this.#byTopic.set(key, others.add(listener));
    }
    this.#count(listener, 1);
  }

  remove(listener: Listener): void {
    let known = false;
    for (const key of keysOf(listener)) {
      const others = this.#byTopic.get(key);
      known = others?.delete(listener) || known;
      if (others?.size === 0) this.#byTopic.delete(key);
    }
    if (known) this.#count(listener, -1);
  }

  #count(listener: Listener, by: 1 | -1): void {
    const { all = 0, ofPeople = 0 } = this.#byProject.get(listener.projectId) ?? {};
    const left = { all: all + by, ofPeople: ofPeople + (followsPeople(listener) ? by : 0) };
    if (left.all === 0) this.#byProject.delete(listener.projectId);
    else this.#byProject.set(listener.projectId, left);
  }
}

const everyMessage = (projectId: string): string => `${projectId} messages`;

function keysOf({ topics, allMessages, projectId }: Listener): string[] {
  return allMessages ? [...topics, everyMessage(projectId)] : [...topics];
}
