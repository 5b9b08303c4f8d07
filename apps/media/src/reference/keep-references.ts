import { type EventEnvelope, type messageCreated, type messageRedacted, noProject } from '@parley/contracts';
import type { z } from 'zod';

import type { Context } from '../context.ts';
import { publicIdOf } from '../file/file.ts';
import { pathsIn } from '../file/file-path.ts';

type MessageCreated = z.output<(typeof messageCreated)['schema']>;

/** Whether a message refers to files; most do not. */
export function refersToFiles({ message }: MessageCreated): boolean {
  return pathsOf(message).length > 0;
}

/** Records the files that a message refers to; the first message of a file's uploader assigns the file to its project. */
export async function keepReferences(
  context: Context,
  { idproject, data }: EventEnvelope<MessageCreated>,
): Promise<void> {
  const { message, request } = data;
  const { references } = context;
  const hasEnded = await references.hasEnded(idproject, request._id);
  const { audience = 'all' } = message;
  const referring = {
    projectId: idproject,
    messageId: message._id,
    request: request._id,
    requestId: request.request_id,
  };
  const files = await references.filesAt(idproject, pathsOf(message));
  for (const file of files) {
    if (file.projectId === noProject) {
      if (file.kind === 'photo' || message.createdBy !== publicIdOf(file.uploader)) continue;
      await context.files.join(file, idproject);
    }
    if (!hasEnded) await references.keep({ ...referring, audience }, file.id);
  }
  // The request was deleted before this message arrived: removes files that nothing else refers to.
  if (hasEnded) await context.files.removeAll(await references.unreferenced(idproject, files));
}

/** Removes files that only a redacted message named, and that it does not name any more. */
export async function forgetRedacted(
  context: Context,
  { idproject, data }: EventEnvelope<z.output<(typeof messageRedacted)['schema']>>,
): Promise<void> {
  const { references, files } = context;
  const kept = await references.filesAt(idproject, pathsOf(data.message));
  const keptIds = kept.map(({ id }) => id);
  await files.removeAll(await references.forgetMessage(idproject, data.message._id, keptIds));
}

function pathsOf({ text, metadata = {}, attributes = {} }: MessageCreated['message']): string[] {
  return pathsIn([text, JSON.stringify(metadata), JSON.stringify(attributes.attachment ?? {})].join('\n'));
}
