import type { Stage, Talk } from './prepare.ts';

/** The call one connection repeats. Both sides get the same one; the baseline ignores the token. */
export type Scenario = (
  talk: Talk,
  stage: Stage,
) => { method: 'GET' | 'POST'; path: string; headers: Record<string, string>; body?: string };

export const scenarios = {
  /** A visitor writes the next message of his request. */
  send: (talk) => ({
    method: 'POST',
    path: `${talk.path}/messages`,
    headers: { authorization: talk.visitorToken, 'content-type': 'application/json' },
    body: JSON.stringify({
      text: 'Where is my parcel? It was due on Monday.',
      attributes: { clienttimestamp: 1_700_000_000_000 },
    }),
  }),
  /** An owner opens the first page of open requests. */
  list: (_talk, stage) => ({
    method: 'GET',
    path: `/v3/${stage.projectId}/requests`,
    headers: { authorization: stage.ownerToken },
  }),
  /** A visitor reads the first 40 messages of his request. */
  messages: (talk) => ({
    method: 'GET',
    path: `${talk.path}/messages?limit=40`,
    headers: { authorization: talk.visitorToken },
  }),
} satisfies Record<string, Scenario>;
