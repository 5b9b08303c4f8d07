import type { noteApi } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { answerOf } from '../request-store/answer.ts';
import { deleteNote as remove } from './notes.ts';

type DeleteNote = Operation<typeof noteApi.deleteNote, Context>;

export const deleteNote: DeleteNote = async (context, actor, input) => {
  const { id_project, request_id, note_id } = input;
  const stored = await context.requests.update(actor, id_project, request_id, (current, { at }) =>
    remove(current, note_id, actor, at),
  );
  return answerOf(context, actor, stored);
};
