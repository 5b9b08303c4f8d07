import type { noteApi } from '@parley/contracts';
import { newId } from '@parley/service-kit/call';
import type { Operation } from '@parley/service-kit/http';
import { principalOf } from '../access/actor.ts';
import type { Context } from '../context.ts';
import { type Mention, refuseStrangers } from '../mention/mentions.ts';
import { answerOf } from '../request-store/answer.ts';
import { newerGuard } from '../request-store/newer-messages.ts';
import type { Decide } from '../request-store/request.repository.ts';
import { addNote as add } from './notes.ts';

type AddNote = Operation<typeof noteApi.addNote, Context>;

export const addNote: AddNote = async (context, actor, input) => {
  const { id_project, request_id, text, attributes = {}, mentions = [] } = input;
  // Callers who may not see the request learn nothing about teammates.
  if (mentions.length > 0) await context.requestQueries.checkVisible(actor, id_project, request_id);
  const { people, strangers } = await context.members.findTeam(id_project, mentions);
  refuseStrangers(strangers, (index) => `mentions[${index}]`);
  const createdBy = principalOf(actor);
  const noteId = newId();
  const by = { _id: createdBy, fullname: actor.name ?? createdBy };
  const mention: Mention = { people, by, text, place: { note_id: noteId } };
  const mentioned = people.length > 0 ? { mentions: people.map(({ id }) => id) } : {};

  const newer = newerGuard(context.db, actor, id_project, request_id);
  const decide: Decide = (current, { at }) => {
    newer.check();
    const time = at.toISOString();
    const note = { _id: noteId, text, attributes, ...mentioned, createdBy, createdAt: time, updatedAt: time };
    return add(current, note, at, mention);
  };
  const stored = await context.mentions.with([mention], () =>
    context.requests.update(actor, id_project, request_id, decide, newer.options),
  );
  return answerOf(context, actor, stored);
};
