import type { noteApi } from '@parley/contracts';
import { newId } from '@parley/service-kit/call';
import type { Operation } from '@parley/service-kit/http';
import { principalOf } from '../access/visibility.ts';
import type { Context } from '../context.ts';
import { answerOf } from '../request-store/answer.ts';
import { addNote as add } from './notes.ts';

type AddNote = Operation<typeof noteApi.addNote, Context>;

export const addNote: AddNote = async (context, actor, input) => {
  const { id_project, request_id, text, attributes = {} } = input;
  const stored = await context.requests.update(actor, id_project, request_id, (current, { at }) => {
    const time = at.toISOString();
    const createdBy = principalOf(actor);
    return add(current, { _id: newId(), text, attributes, createdBy, createdAt: time, updatedAt: time }, at);
  });
  return answerOf(context, actor, stored);
};
