import { topicNames } from '@parley/contracts';

import { type FeedRow, noted } from './feed-row.ts';
import type { Frame } from './frame-queue.ts';
import type { FeedFollower, Notice } from './notice.ts';

/** The topics that a follower subscribes to. */
export interface TopicFilter {
  topics: ReadonlySet<string>;
  /** Also the messages of every request that the follower sees. */
  allMessages: boolean;
}

/** A follower that receives changes as they are committed. */
export interface Listener extends TopicFilter {
  projectId: string;
  follower: FeedFollower;
  push(frame: Frame): void;
}

/** Whether teammates' records are needed: they are loaded on demand only. */
export function followsTeammates({ topics }: TopicFilter): boolean {
  return [...topics].some((topic) => topic.split('/')[2] === 'project_users');
}

/** The topics of one membership. */
export const topicsOfTeammate = (projectId: string, id: string, principal: string): string[] => [
  topicNames.teammate(projectId, id),
  topicNames.user(projectId, principal),
];

/** Whether the records are needed that a change only names. Visitors come and go in crowds, and few are followed. */
export function wantsPeople(
  row: FeedRow,
  isFollowed: (topic: string) => boolean,
  hasTeammateFollowers: boolean,
): boolean {
  const { id, principal } = row.data;
  return row.type === noted.visitor
    ? topicsOfTeammate(row.projectId, String(id), String(principal)).some(isFollowed)
    : hasTeammateFollowers;
}

/** Whether rows of requests are needed. */
export function followsInbox({ topics }: TopicFilter, projectId: string): boolean {
  return topics.has(topicNames.inbox(projectId));
}

export function matchesTopic({ topics, allMessages }: TopicFilter, { topic, isMessage }: Notice): boolean {
  return topics.has(topic) || (allMessages && isMessage);
}

/** The listeners of one topic. End users are indexed by their own ids: many follow the same list, and each sees only their part. */
interface TopicListeners {
  team: Set<Listener>;
  endUsers: Map<string, Set<Listener>>;
}

/** Index of listeners by topic. */
export class ListenerIndex {
  readonly #byTopic = new Map<string, TopicListeners>();
  readonly #byProject = new Map<string, { all: number; ofPeople: number }>();

  get projects(): string[] {
    return [...this.#byProject.keys()];
  }

  wantsPeople(row: FeedRow): boolean {
    const ofPeople = this.#byProject.get(row.projectId)?.ofPeople ?? 0;
    return wantsPeople(row, (topic) => this.#byTopic.has(topic), ofPeople > 0);
  }

  hasInboxFollowers(projectId: string): boolean {
    return this.#byTopic.has(topicNames.inbox(projectId));
  }

  /** Whether a listener may want the messages of a request. */
  hasMessageFollowers(projectId: string, requestId: string): boolean {
    return this.#byTopic.has(topicNames.messages(projectId, requestId)) || this.#byTopic.has(everyMessage(projectId));
  }

  of(projectId: string, { topic, isMessage, requester }: Notice): Listener[] {
    const keys = isMessage ? [topic, everyMessage(projectId)] : [topic];
    const found = new Set<Listener>();
    for (const key of keys) {
      const { team, endUsers } = this.#byTopic.get(key) ?? noListeners;
      for (const listener of team) found.add(listener);
      const crowds = requester === undefined ? [...endUsers.values()] : [endUsers.get(requester) ?? []];
      for (const crowd of crowds) for (const listener of crowd) found.add(listener);
    }
    return [...found];
  }

  add(listener: Listener): void {
    const own = ownerOf(listener);
    for (const key of keysOf(listener)) {
      const audience = this.#byTopic.get(key) ?? { team: new Set(), endUsers: new Map() };
      this.#byTopic.set(key, audience);
      if (own === undefined) audience.team.add(listener);
      else audience.endUsers.set(own, (audience.endUsers.get(own) ?? new Set()).add(listener));
    }
    this.#count(listener, 1);
  }

  remove(listener: Listener): void {
    const own = ownerOf(listener);
    let known = false;
    for (const key of keysOf(listener)) {
      const { team, endUsers } = this.#byTopic.get(key) ?? noListeners;
      const others = own === undefined ? team : endUsers.get(own);
      known = others?.delete(listener) || known;
      if (own !== undefined && others?.size === 0) endUsers.delete(own);
      if (team.size === 0 && endUsers.size === 0) this.#byTopic.delete(key);
    }
    if (known) this.#count(listener, -1);
  }

  #count(listener: Listener, by: 1 | -1): void {
    const { all = 0, ofPeople = 0 } = this.#byProject.get(listener.projectId) ?? {};
    const left = { all: all + by, ofPeople: ofPeople + (followsTeammates(listener) ? by : 0) };
    if (left.all === 0) this.#byProject.delete(listener.projectId);
    else this.#byProject.set(listener.projectId, left);
  }
}

const noListeners: Readonly<TopicListeners> = { team: new Set(), endUsers: new Map() };

const everyMessage = (projectId: string): string => `${projectId} messages`;

/** The principal of an end user, who sees only their own requests; `undefined` for the team. */
const ownerOf = ({ follower: { viewer } }: Listener): string | undefined =>
  viewer.sees === 'own' ? viewer.principal : undefined;

function keysOf({ topics, allMessages, projectId }: Listener): string[] {
  return allMessages ? [...topics, everyMessage(projectId)] : [...topics];
}
