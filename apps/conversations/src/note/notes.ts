import {
  type Actor,
  commonErrors,
  isMachine,
  type NoteView,
  requestErrors,
  requestNoteAdded,
  requestNoteDeleted,
  roleReaches,
} from '@parley/contracts';
import { principalOf } from '../access/actor.ts';
import { type Mention, mentionOn } from '../mention/mentions.ts';
import { begin, type Change, finish, pendingEvent } from '../request-state/change.ts';
import type { SupportRequest } from '../request-state/request.ts';

export const maxNotes = 500;

/** Adds a note, at any status; only the team ever sees it. */
export function addNote(current: SupportRequest, note: NoteView, at: Date, mention?: Mention): Change {
  if (current.notes.length >= maxNotes) throw commonErrors.limit_reached({ limit: maxNotes });
  const draft = begin(current, at);
  draft.next.notes = [...current.notes, note];
  draft.events.push(pendingEvent(requestNoteAdded, { note }));
  if (mention) mentionOn(draft, mention);
  return finish(draft, 'addNote');
}

/** Deletes a note; only its author and admins may. */
export function deleteNote(current: SupportRequest, noteId: string, actor: Actor, at: Date): Change {
  const note = current.notes.find(({ _id }) => _id === noteId);
  if (!note) throw requestErrors.note_not_found();
  const mayAny = !isMachine(actor.kind) && roleReaches(actor.role, 'admin');
  if (!mayAny && note.createdBy !== principalOf(actor)) throw requestErrors.not_the_author();

  const draft = begin(current, at);
  draft.next.notes = current.notes.filter((one) => one !== note);
  draft.events.push(pendingEvent(requestNoteDeleted, { note }));
  return finish(draft, 'deleteNote');
}
