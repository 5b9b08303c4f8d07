import { readTopic } from '@parley/contracts';

import type { TopicFilter } from './listener-index.ts';
import type { FeedFollower } from './notice.ts';

/** Which changes can tell somebody anything: what was said elsewhere is not read for him. */
export interface ChangeFilter {
  /** Types of events, whatever they are about. */
  types: string[];
  /** `request_id`s: all that is about these. */
  requestIds: string[];
  /** All that is about requests of these people. */
  requesters: string[];
}

const ofRequests = ['request.created', 'request.updated'];
/** The request is gone by then: nothing but its type tells what it was about. */
const ofDeletions = ['request.deleted'];
const ofMessages = ['message.created', 'message.status_changed'];
const ofPeople = ['request.assigned', 'request.unassigned', 'request.closed'];

export function changeFilterOf({ topics, allMessages }: TopicFilter, { viewer }: FeedFollower): ChangeFilter {
  // An end user hears of no requests but his own.
  const anyRequest = (types: string[]): Partial<ChangeFilter> =>
    viewer.sees === 'own' ? { requesters: [viewer.principal] } : { types };
  const parts = [...topics].map((name): Partial<ChangeFilter>[] => {
    const topic = readTopic(name);
    switch (topic?.kind) {
      case 'requests':
        return [anyRequest(ofRequests), { types: ofDeletions }];
      case 'request':
        return [{ requestIds: [topic.requestId] }, { types: ofDeletions }];
      case 'messages':
        return [{ requestIds: [topic.requestId] }];
      case 'direct':
        return [{ types: ['message.directed'] }];
      case 'teammate':
      case 'user':
        return [{ types: ofPeople }];
      case 'events':
        return [{ types: ['event.emitted'] }];
      default:
        // Bots are told of by notes, which everybody reads.
        return [];
    }
  });
  return unionOf([...parts.flat(), allMessages ? anyRequest(ofMessages) : {}]);
}

/** Of several readers. */
export function unionOf(filters: readonly Partial<ChangeFilter>[]): ChangeFilter {
  const all = (key: keyof ChangeFilter) => [...new Set(filters.flatMap((filter) => filter[key] ?? []))];
  return { types: all('types'), requestIds: all('requestIds'), requesters: all('requesters') };
}
