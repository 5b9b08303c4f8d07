import { type Conversation, type FilledProject, requestPath } from './project.ts';

export interface Call {
  method: 'GET' | 'POST';
  path: string;
  headers: Record<string, string>;
  body?: string;
}

/** The nth call of a run. All sides get the same ones; a baseline takes no notice of tokens, and Parley none of `bench-visitor`. */
export type Scenario = (project: FilledProject, nth: number) => Call;

const said = JSON.stringify({
  text: 'Where is my parcel? It was due on Monday.',
  attributes: { clienttimestamp: 1_700_000_000_000 },
});

const of = <T>(list: readonly T[], nth: number): T => list[nth % list.length] as T;

/** Neighbours in time are of different requests; each comes up once before one comes again. */
const conversationOf = ({ conversations }: FilledProject, nth: number): Conversation => of(conversations, nth);

const read = (path: string, token: string): Call => ({ method: 'GET', path, headers: { authorization: token } });
const write = (path: string, token: string, headers: Record<string, string> = {}): Call => ({
  ...{ method: 'POST', path, body: said },
  headers: { authorization: token, 'content-type': 'application/json', ...headers },
});

/** A visitor writes the next message of their request. */
export const send: Scenario = (project, nth) => {
  const { path, visitorToken } = conversationOf(project, nth);
  return write(`${path}/messages`, visitorToken);
};

/** A visitor reads the first 40 messages of their request. */
export const messages: Scenario = (project, nth) => {
  const { path, visitorToken } = conversationOf(project, nth);
  return read(`${path}/messages?limit=40`, visitorToken);
};

export const single = {
  send,
  messages,
  /** An agent opens the first page of 40 open requests. */
  requests: (project, nth) => read(`/v3/${project.projectId}/requests`, of(project.agentTokens, nth)),
  /** The same as rows. */
  rows: (project, nth) => read(`/v3/${project.projectId}/requests?view=row`, of(project.agentTokens, nth)),
  /** An agent opens a request. */
  get: (project, nth) => read(conversationOf(project, nth).path, of(project.agentTokens, nth)),
  /** A visitor begins another request. */
  first: (project, nth) => {
    const { visitor, visitorToken } = conversationOf(project, nth);
    return write(`${requestPath(project.projectId)}/messages`, visitorToken, { 'bench-visitor': visitor });
  },
} satisfies Record<string, Scenario>;

/** Of twenty calls; an agent answers in the requests that they read. */
const mix = [
  ...['send', 'messages', 'get', 'send', 'requests', 'messages', 'send', 'get', 'messages', 'send'],
  ...['messages', 'requests', 'send', 'get', 'messages', 'send', 'first', 'messages', 'requests', 'get'],
] as (keyof typeof single)[];

const { first, ...later } = single;

/** In the order in which they are measured: first messages leave new requests behind. */
export const scenarios: Record<string, Scenario> = {
  ...later,
  /** 6 sends, 6 lists of messages, 4 single requests, 3 lists of requests, 1 first message. */
  mixed: (project, nth) => single[of(mix, nth)](project, nth),
  first,
};
