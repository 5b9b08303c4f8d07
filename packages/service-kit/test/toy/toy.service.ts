import { requestErrors } from '@parley/contracts';
import { DirectoryServiceService } from '@parley/proto-gen/workspace/v1/directory';
import { z } from 'zod';

import { checkIfMatch, currentCall } from '../../src/call/call.ts';
import { newId } from '../../src/call/ids.ts';
import { on } from '../../src/consumers/subscription.ts';
import type { Database } from '../../src/database/database.ts';
import type { PromiseClient } from '../../src/grpc/client.ts';
import { implement } from '../../src/http/implement.ts';
import { appendToOutbox } from '../../src/outbox/outbox.ts';
import { defineService } from '../../src/service/start-service.ts';
import { every } from '../../src/tasks/jobs.ts';
import { noteCreated, toyApi } from './toy.api.ts';

export interface ToyContext {
  db: Database;
  directory: PromiseClient<DirectoryServiceService>;
  /** What `waitForNote` waits for, and how it says that it does. */
  gate: { entered(): void; open: Promise<void> };
  rounds: { count: number };
  /** Texts of the notes it has heard of. */
  heard: string[];
}

interface NoteRow {
  id: string;
  text: string;
  version: number;
}

const view = ({ id, text, version }: NoteRow) => ({ _id: id, text, __v: version });

/** Two differently configured copies may live in one process. */
export const startToy = defineService({
  name: 'webhooks',
  config: z.object({}),
  database: { folder: new URL('./prisma/', import.meta.url) },
  context: (resources): ToyContext => ({
    db: resources.db,
    directory: resources.client(DirectoryServiceService, 'workspace', 300),
    gate: { entered: () => {}, open: Promise.resolve() },
    rounds: { count: 0 },
    heard: [],
  }),
  http: implement<typeof toyApi, ToyContext>(toyApi, {
    async listNotes(_context, _actor, input) {
      return { ...input };
    },
    async createNote({ db }, actor, { text }) {
      return db.transaction(async () => {
        const [row] = await db.query<NoteRow>(
          'insert into note (id_project, id, text) values ($1, $2, $3) returning id, text, version',
          [actor.projectId, newId(), text],
        );
        if (text === 'refuse me') throw requestErrors.request_not_found();
        if (text === 'break me') throw new Error('broken after the write');
        const note = view(found(row));
        const aggregate = { noun: 'note', id: note._id, version: note.__v };
        await appendToOutbox(db, [{ event: noteCreated({ note }), aggregate, projectId: actor.projectId, actor }]);
        return note;
      });
    },
    async getNote({ db }, actor, { note_id }) {
      const [row] = await db.query<NoteRow>('select id, text, version from note where id_project = $1 and id = $2', [
        actor.projectId,
        note_id,
      ]);
      return view(found(row));
    },
    async updateNote({ db }, actor, { note_id, text }) {
      const key = [actor.projectId, note_id];
      return db.transaction(async () => {
        const [row] = await db.query<NoteRow>(
          'select id, text, version from note where id_project = $1 and id = $2 for update',
          key,
        );
        checkIfMatch(found(row).version);
        const [updated] = await db.query<NoteRow>(
          'update note set text = $3, version = version + 1 where id_project = $1 and id = $2 returning id, text, version',
          [...key, text],
        );
        return view(found(updated));
      });
    },
    async createNotes(_context, _actor, { items }) {
      return { count: items.length };
    },
    async echoNote(_context, _actor, input) {
      return { ...input };
    },
    async explode() {
      throw new Error('the password of ada@parley.example is hunter2');
    },
    async misfit(_context, _actor, { refuse }) {
      if (refuse) throw requestErrors.request_closed();
      return { _id: 'x', text: 7, __v: 0 } as never;
    },
    async waitForNote({ gate }) {
      gate.entered();
      await gate.open;
      return { waited: true };
    },
    async issueSecret() {
      return { secret: `secret-${newId()}` };
    },
    async askPeer({ directory }, actor) {
      const project = await directory.getProject({ idProject: actor.projectId ?? '' });
      return { name: project.name, call: { ...currentCall(), actor: undefined } };
    },
    async uploadNote(_context, _actor, _input, { req }) {
      let size = 0;
      for await (const chunk of req) size += (chunk as Buffer).length;
      return { size };
    },
    async greet(_context, actor) {
      return { hello: actor.kind };
    },
    async whoAmI(_context, actor) {
      return { id: actor.id };
    },
  }),
  subscriptions: [
    on(noteCreated, async ({ heard }: ToyContext, { data }) => {
      heard.push(data.note.text);
    }),
  ],
  jobs: [
    every<ToyContext>('countRounds', 60_000, async ({ rounds }) => {
      rounds.count++;
    }),
  ],
});

function found(row: NoteRow | undefined): NoteRow {
  if (row === undefined) throw requestErrors.note_not_found();
  return row;
}
