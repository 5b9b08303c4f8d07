import type { directMessageApi } from '@parley/contracts';
import { csvLine, type RawOperation, streamText } from '@parley/service-kit/http';
import { viewMessage } from '../access/message.view.ts';
import type { Context } from '../context.ts';
import { viewDirectMessage } from '../direct-message/direct-message.ts';
import type { ProjectMessage } from './project-message.query.repository.ts';

type ExportProjectMessages = RawOperation<typeof directMessageApi.exportProjectMessages, Context>;

const rowsAtOnce = 500;

export const exportProjectMessages: ExportProjectMessages = async (context, _actor, { id_project }, raw) => {
  const headers = {
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': 'attachment; filename="messages.csv"',
  };
  await streamText(raw, headers, lines(context, id_project));
  return undefined;
};

/** All messages of the project, newest first. */
async function* lines(context: Context, projectId: string): AsyncGenerator<string> {
  let head = csvLine(columns);
  let cursor: string | undefined;
  do {
    const { messages, next } = await context.projectMessages.list(projectId, rowsAtOnce, cursor);
    yield head + messages.map((message) => csvLine(cellsOf(message))).join('');
    head = '';
    cursor = next;
  } while (cursor !== undefined);
}

const columns = [
  ...['_id', 'createdAt', 'request_id', 'seq', 'sender', 'senderFullname', 'recipient', 'type', 'text'],
  ...['channel_name', 'channel_type', 'status', 'audience', 'language'],
];

function cellsOf(message: ProjectMessage): unknown[] {
  const direct = message.requestId === null;
  const view = direct ? viewDirectMessage(message) : viewMessage(message, message.requestId, 'team');
  const { _id, createdAt, sender, senderFullname, recipient, type, text, channel, channel_type, status } = view;
  const place = direct ? ['', ''] : [message.requestId, message.seq];
  return [
    ...[_id, createdAt, ...place, sender, senderFullname, recipient, type, text],
    ...[channel.name, channel_type, status, direct ? '' : message.audience, view.language],
  ];
}
