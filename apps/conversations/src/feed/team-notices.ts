import { topicNames } from '@parley/contracts';

import type { FeedRow, ReferencedRecords } from './feed-row.ts';
import type { FeedFollower, Notice } from './notice.ts';

/** Visitors have memberships, too, and are no teammates. */
export const teamRoles: readonly string[] = ['agent', 'admin', 'owner'];

type Teammate = NonNullable<ReferencedRecords['teammates']>[number];

/** A change of a teammate or of their load, on their own topics and in the list of the team. */
export function teammateNotices({ projectId, data, found }: FeedRow): Notice[] {
  return (found?.teammates ?? []).flatMap((teammate) => {
    const { id, principal, version, record } = teammate;
    const text = JSON.stringify(record);
    const own = [topicNames.teammate(projectId, id), topicNames.user(projectId, principal)].map((topic) => ({
      ...{ topic, isMessage: false, id, version },
      methodFor: ({ endUser, teammateId }: FeedFollower) =>
        !endUser || teammateId === id ? ('UPDATE' as const) : undefined,
      textFor: () => text,
    }));
    return [...own, ...inTeam(projectId, teammate, data.joined === true, text)];
  });
}

function inTeam(projectId: string, teammate: Teammate, hasJoined: boolean, text: string): Notice[] {
  const { id, version, deleted, record } = teammate;
  const isGone = deleted || record.trashed === true || !teamRoles.includes(String(record.role));
  const method = isGone ? 'DELETE' : hasJoined ? 'CREATE' : 'UPDATE';
  return [
    {
      ...{ topic: topicNames.team(projectId), isMessage: false, id, version: isGone ? 0 : version },
      methodFor: ({ endUser, isMachine }) => (endUser || isMachine ? undefined : method),
      textFor: () => (isGone ? JSON.stringify({ _id: id }) : text),
    },
  ];
}
