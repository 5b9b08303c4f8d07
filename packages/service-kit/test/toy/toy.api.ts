import { defineApi, defineEvent } from '@parley/contracts';
import { z } from 'zod';

const inProject = z.object({ id_project: z.string() });
const ofNote = z.object({ id_project: z.string(), note_id: z.string().regex(/^[0-9a-f]{24}$/) });
const NoteView = z.object({ _id: z.string(), text: z.string(), __v: z.number() });
const Anything = z.object({}).loose();
const NoteBody = z.object({
  text: z.string().min(1).max(100),
  password: z.string().min(8).optional(),
  size: z.number().int().max(10).optional(),
  attributes: z.record(z.string(), z.unknown()).default({}),
});
const common = {
  role: 'guest',
  right: 'none',
  errors: ['note_not_found', 'request_not_found'],
  tag: 'Notes',
  summary: 'A note',
} as const;
const notes = '/v3/:id_project/notes';

export const noteCreated = defineEvent('note.created', z.object({ note: NoteView }));

/** A service small enough to see through, with one endpoint for each promise of the kit. */
export const toyApi = defineApi('webhooks', {
  listNotes: {
    ...common,
    method: 'get',
    path: notes,
    aliases: ['/v3/:id_project/jottings'],
    params: inProject,
    query: z.object({
      page: z.string().regex(/^\d+$/).optional(),
      tag: z.union([z.string(), z.array(z.string())]).optional(),
    }),
    response: Anything,
  },
  createNote: { ...common, method: 'post', path: notes, params: inProject, body: NoteBody, response: NoteView },
  getNote: { ...common, method: 'get', path: `${notes}/:note_id`, params: ofNote, response: NoteView },
  updateNote: {
    ...common,
    method: 'put',
    path: `${notes}/:note_id`,
    role: 'agent',
    params: ofNote,
    query: z.object({ force: z.enum(['true', 'false']).optional() }),
    body: NoteBody,
    response: NoteView,
  },
  createNotes: {
    ...common,
    method: 'post',
    path: `${notes}/batch`,
    params: inProject,
    body: z.array(NoteBody),
    response: Anything,
  },
  echoNote: { ...common, method: 'post', path: `${notes}/echo`, params: inProject, body: Anything, response: Anything },
  explode: { ...common, method: 'post', path: `${notes}/explode`, params: inProject, response: Anything },
  misfit: {
    ...common,
    method: 'get',
    path: `${notes}/misfit`,
    params: inProject,
    query: z.object({ refuse: z.string().optional() }),
    response: NoteView,
  },
  waitForNote: { ...common, method: 'post', path: `${notes}/wait`, params: inProject, response: Anything },
  issueSecret: {
    ...common,
    method: 'post',
    path: `${notes}/secret`,
    params: inProject,
    response: Anything,
    secretAnswer: true,
  },
  askPeer: { ...common, method: 'get', path: `${notes}/peer`, params: inProject, response: Anything },
  uploadNote: {
    ...common,
    method: 'post',
    path: `${notes}/upload`,
    params: inProject,
    response: Anything,
    status: 201,
    stream: 'raw',
  },
  greet: { ...common, method: 'get', path: '/v3/public/greeting', role: 'public', response: Anything },
  whoAmI: {
    ...common,
    method: 'get',
    path: '/v3/toy/me',
    role: 'signed_in',
    kinds: ['user'],
    refusal: 'users_only',
    response: Anything,
  },
});
