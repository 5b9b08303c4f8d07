import { topicNames } from '@parley/contracts';

import type { FeedRow, ReferencedRecords } from './feed-row.ts';
import { topicsOfTeammate } from './listener-index.ts';
import type { Notice } from './notice.ts';

/** Visitors have memberships, too, and are no teammates. */
export const teamRoles: readonly string[] = ['agent', 'admin', 'owner'];

type Teammate = NonNullable<ReferencedRecords['teammates']>[number];

/** A change of a teammate or of their load, on their own topics and in the list of the team. */
export function teammateNotices({ projectId, data, found }: FeedRow): Notice[] {
  return (found?.teammates ?? []).flatMap((teammate) => {
    const text = JSON.stringify(teammate.record);
    return [...ownNotices(projectId, teammate, text), ...inTeam(projectId, teammate, data.joined === true, text)];
  });
}

/** A change of a visitor, on their own topics alone. */
export function visitorNotices({ projectId, found }: FeedRow): Notice[] {
  return (found?.teammates ?? []).flatMap((visitor) => ownNotices(projectId, visitor, JSON.stringify(visitor.record)));
}

function ownNotices(projectId: string, { id, principal, version }: Teammate, text: string): Notice[] {
  return topicsOfTeammate(projectId, id, principal).map((topic) => ({
    ...{ topic, isMessage: false, id, version },
    methodFor: ({ endUser, teammateId }) => (!endUser || teammateId === id ? 'UPDATE' : undefined),
    textFor: () => text,
  }));
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
