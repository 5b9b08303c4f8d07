/** Whom a conversation is to be started with. */
export interface Recipient {
  lead_id: string;
  name: string;
  email?: string | undefined;
}

/** What the dialog begins with, while it is open. */
export interface ConversationStart {
  recipient?: Recipient | undefined;
}

let current: ConversationStart | undefined;
const listeners = new Set<() => void>();

/** Opens the dialog from wherever the person is. One that is open already keeps what was typed. */
export function startConversation(recipient?: Recipient): void {
  set(current ?? { recipient });
}

export function endStart(): void {
  set(undefined);
}

export const conversationStart = (): ConversationStart | undefined => current;

export function onConversationStart(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function set(next: ConversationStart | undefined): void {
  current = next;
  for (const listener of listeners) listener();
}
