import { createHash } from 'node:crypto';

/** A message as a reader got it. */
export interface ReceivedFrame {
  seq: number;
  id: string;
  /** Under which it was sent; stands in its text. Messages of Parley itself have none. */
  key?: string;
  /** Of a bot: the key of the message that it answers. */
  answers?: string;
}

/** What one reader knew of one conversation at one moment, in the order in which they got it. */
export interface Reading {
  reader: string;
  request: string;
  messages: ReceivedFrame[];
  /** Read when all was well again: nothing may be missing. */
  isLast: boolean;
}

/** All open conversations at one moment, as one list shows them. */
interface Snapshot {
  reader: string;
  /** By conversation, the agents who serve it. */
  owners: Record<string, string[]>;
}

/** What automation had done to one conversation, in the end. */
export interface AutomationLook {
  request: string;
  /** When it was looked at. */
  at: string;
  notes: string[];
  /** Messages of the macro. */
  said: number;
  isTagged: boolean;
  /** Of rules: the event, and what came of it. */
  runs: [event: string, result: string][];
  /** Of service levels; `breaches` by the history of the conversation. */
  clocks: { name: string; state: string; dueAt?: string; breachedAt?: string; breaches: number }[];
  /** Scheduled messages, and how often each is there. */
  scheduled: { id: string; state: string; at: string; said: number }[];
}

/** Everything that the clients of one run have done and seen. */
export interface History {
  seed: number;
  /** Conversations that an agent may serve at once. */
  capacity: number;
  /** Sent, perhaps several times, under one key. Acknowledged: with the id that the answer named. */
  sends: { request: string; key: string; id?: string; isToBot?: boolean; isOfCustomer?: boolean }[];
  readings: Reading[];
  snapshots: Snapshot[];
  /** Answered with 200. */
  claims: { request: string; agent: string }[];
  /** Deliveries that the receiver of webhooks has got, of messages that have a key. */
  deliveries: { webhookId: string; id: string }[];
  /** Conversations that a bot has left in the end: it could not go on, and people have taken over. */
  handedOver: string[];
  /** Whose upload was acknowledged: a digest of the bytes that were sent, and of those that are read in the end, or why there are none. */
  files: { path: string; digest: string; read?: string }[];
  /** Conversations in which an agent ran the macro, which was acknowledged. */
  macros: string[];
  /** Acknowledged. */
  scheduled: { request: string; id: string }[];
  automation: AutomationLook[];
  /** Answers that no outage explains. */
  refusals: string[];
  /** Conversations by the figures, when all was well again; absent: the run did not get so far. */
  counted?: number;
  /** What was done to the mesh, for readers of the history. */
  faults: string[];
  /** What did not become true in time after all was healed. */
  unsettled: string[];
}

export function newHistory(seed: number, capacity: number): History {
  return {
    ...{ seed, capacity, sends: [], readings: [], snapshots: [], claims: [], deliveries: [] },
    ...{
      handedOver: [],
      files: [],
      macros: [],
      scheduled: [],
      automation: [],
      refusals: [],
      faults: [],
      unsettled: [],
    },
  };
}

/** By which bytes are known in a history. */
export function digestOf(bytes: string | Uint8Array): string {
  return createHash('sha256').update(bytes).digest('base64url');
}
