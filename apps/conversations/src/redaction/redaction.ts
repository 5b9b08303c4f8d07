import { isDeepStrictEqual } from 'node:util';

import {
  type Actor,
  isMachine,
  type MessageView,
  messageRedacted,
  type RedactionView,
  requestErrors,
  roleReaches,
} from '@parley/contracts';
import { principalOf } from '../access/actor.ts';
import { mapTexts } from '../pattern/map-texts.ts';
import { begin, type Change, finish, pendingEvent } from '../request-state/change.ts';
import { firstTextOf, type Message, withoutControlKeys } from '../request-state/message.ts';
import type { SupportRequest } from '../request-state/request.ts';

/** Stands for the words that were taken out, in every client. */
const redactedText = '[redacted]';

/** How long the author may take their own words back. */
const ownRedactionMs = 600_000;

/** A message without its words, or without some passages. @returns undefined where none of the passages is in it */
export function redact(message: Message, redacted: RedactionView, passages?: readonly string[]): Message | undefined {
  if (passages === undefined)
    return { ...message, text: redactedText, type: 'text', metadata: null, attributes: {}, redacted };
  // Longer ones first: a part of one that is taken out would leave the rest of it.
  const longest = [...passages].sort((one, other) => other.length - one.length);
  const without = <T>(value: T): T =>
    mapTexts(value, (words) => longest.reduce((left, passage) => left.replaceAll(passage, redactedText), words));
  const { text, metadata, attributes } = message;
  const next = {
    ...message,
    ...{ text: without(text), metadata: without(metadata), attributes: without(attributes), redacted },
  };
  return isDeepStrictEqual({ ...next, redacted: null }, { ...message, redacted: null }) ? undefined : next;
}

/** The request after a redaction: what it has from its first message goes as well. */
export function redactRequest(
  current: SupportRequest,
  before: Message,
  after: Message,
  view: MessageView,
  at: Date,
): Change {
  const draft = begin(current, at);
  const { next } = draft;
  if (before.seq === 1) {
    if (current.firstText === firstTextOf(before)) next.firstText = firstTextOf(after);
    const given = withoutControlKeys(before.attributes);
    const isGiven = (name: string) => name in given && isDeepStrictEqual(given[name], current.attributes[name]);
    const kept = Object.entries(current.attributes).filter(([name]) => !isGiven(name));
    if (kept.length < Object.keys(current.attributes).length)
      next.attributes = { ...Object.fromEntries(kept), ...withoutControlKeys(after.attributes) };
  }
  draft.events.push(pendingEvent(messageRedacted, { message: view }));
  return finish(draft, 'redactMessage');
}

/** Admins any message, its author their own for some minutes. @throws not_the_author */
export function checkRedaction(message: Message, actor: Actor, at: Date): void {
  if (!isMachine(actor.kind) && roleReaches(actor.role, 'admin')) return;
  const isOwn = message.createdBy === principalOf(actor);
  if (!isOwn || at.getTime() - message.createdAt.getTime() > ownRedactionMs) throw requestErrors.not_the_author();
}
