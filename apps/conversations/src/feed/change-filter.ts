import { readTopic } from '@parley/contracts';

import { type FeedType, noted } from './feed-row.ts';
import type { TopicFilter } from './listener-index.ts';
import type { FeedFollower } from './notice.ts';

/** Which changes can concern a follower: others are not read. */
export interface ChangeFilter {
  /** Event types, whatever request they are about. */
  types: FeedType[];
  /** `request_id`s: all changes of these requests. */
  requestIds: string[];
  /** Principals: all changes of requests they opened. */
  requesters: string[];
}

const ofRequests: FeedType[] = ['request.created', 'request.updated'];
const ofInboxes: FeedType[] = [...ofRequests, 'message.created', 'message.redacted', 'request.mentioned'];
/** The request is gone by then, so only the event type can be filtered. */
const ofDeletions: FeedType[] = ['request.deleted'];
const ofMessages: FeedType[] = ['message.created', 'message.status_changed', 'message.redacted'];
const ofPeople: FeedType[] = ['request.assigned', 'request.unassigned', 'request.closed'];

export function changeFilterOf({ topics, allMessages }: TopicFilter, { viewer }: FeedFollower): ChangeFilter {
  // End users see only their own requests.
  const anyRequest = (types: FeedType[]): Partial<ChangeFilter> =>
    viewer.sees === 'own' ? { requesters: [viewer.principal] } : { types };
  const parts = [...topics].map((name): Partial<ChangeFilter>[] => {
    const topic = readTopic(name);
    switch (topic?.kind) {
      case 'requests':
        return [anyRequest(ofRequests), { types: ofDeletions }];
      case 'inbox':
        return [anyRequest(ofInboxes), { types: ofDeletions }];
      case 'request':
        return [{ requestIds: [topic.requestId] }, { types: ofDeletions }];
      case 'messages':
        return [{ requestIds: [topic.requestId] }];
      case 'direct':
        return [{ types: ['message.directed'] }];
      case 'team':
        return [{ types: ofPeople }];
      case 'teammate':
      case 'user':
        return [{ types: [...ofPeople, noted.visitor] }];
      case 'events':
        return [{ types: ['event.emitted'] }];
      default:
        // Bots come from `feed_change`, which every page includes, visitors apart.
        return [];
    }
  });
  return unionOf([...parts.flat(), allMessages ? anyRequest(ofMessages) : {}]);
}

/** The filter of several followers together. */
export function unionOf(filters: readonly Partial<ChangeFilter>[]): ChangeFilter {
  const all = <Key extends keyof ChangeFilter>(key: Key) =>
    [...new Set(filters.flatMap((filter): ChangeFilter[Key][number][] => filter[key] ?? []))] as ChangeFilter[Key];
  return { types: all('types'), requestIds: all('requestIds'), requesters: all('requesters') };
}
