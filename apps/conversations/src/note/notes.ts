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
import { principalOf } from '../access/visibility.ts';
import { begin, type Change, finish, happened } from '../request-state/change.ts';
import type { SupportRequest } from '../request-state/request.ts';

export const mostNotes = 500;

/** For the team alone, for ever; at any status. */
export function addNote(current: SupportRequest, note: NoteView, at: Date): Change {
  if (current.notes.length >= mostNotes) throw commonErrors.limit_reached({ limit: mostNotes });
  const story = begin(current, at);
  story.next.notes = [...current.notes, note];
  story.events.push(happened(requestNoteAdded, { note }));
  return finish(story, 'addNote');
}

/** By its author or an admin. */
export function deleteNote(current: SupportRequest, noteId: string, actor: Actor, at: Date): Change {
  const note = current.notes.find(({ _id }) => _id === noteId);
  if (!note) throw requestErrors.note_not_found();
  const mayAny = !isMachine(actor.kind) && roleReaches(actor.role, 'admin');
  if (!mayAny && note.createdBy !== principalOf(actor)) throw requestErrors.not_the_author();

  const story = begin(current, at);
  story.next.notes = current.notes.filter((one) => one !== note);
  story.events.push(happened(requestNoteDeleted, { note }));
  return finish(story, 'deleteNote');
}
