import { type EventEnvelope, type messageCreated, noProject } from '@parley/contracts';
import type { z } from 'zod';

import type { Context } from '../context.ts';
import { spokenIdOf } from '../file/file.ts';
import { pathsIn } from '../file/file-path.ts';

type Created = EventEnvelope<z.output<(typeof messageCreated)['schema']>>;

/** Notes which files a message refers to; the first message of a file's uploader gives the file its project. */
export async function keepReferences(context: Context, { idproject, data }: Created): Promise<void> {
  const { message, request } = data;
  const paths = pathsIn(
    [message.text, JSON.stringify(message.metadata ?? {}), JSON.stringify(message.attributes?.attachment ?? {})].join(
      '\n',
    ),
  );
  if (paths.length === 0) return;

  for (const file of await context.references.filesAt(idproject, paths)) {
    if (file.projectId === noProject) {
      if (file.kind === 'photo' || message.createdBy !== spokenIdOf(file.uploader)) continue;
      await context.files.join(file, idproject);
    }
    const { audience = 'all' } = message;
    const referring = {
      projectId: idproject,
      messageId: message._id,
      request: request._id,
      requestId: request.request_id,
    };
    await context.references.keep({ ...referring, audience }, file.id);
  }
}
