import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Busboy } from '@fastify/busboy';

import { channelErrors, validationFailed } from '@parley/contracts';

import type { MailArrival } from './mail-arrival.ts';

const partName = 'email';

/**
 * Takes the part `email` of a form, byte for byte.
 * @throws mail_missing; MailTooLarge; validation_failed for a malformed form
 */
export async function takePosted(
  contentType: string,
  form: AsyncIterable<Buffer>,
  arrival: MailArrival,
): Promise<void> {
  let taking: Promise<void> | undefined;
  /** Of the caller or of ours, not of the form. */
  let fault: unknown;
  try {
    const parser = new Busboy({
      headers: { 'content-type': contentType },
      limits: { parts: 50, headerPairs: 50 },
      // A field would be decoded by its charset; a file comes as it is.
      isPartAFile: () => true,
    });
    const fail = (error: Error) => {
      fault ??= error;
      parser.destroy(error);
    };
    parser.on('file', (name, stream) => {
      if (name !== partName || taking !== undefined) return void stream.resume();
      taking = take(stream, (chunk) => arrival.write(chunk).catch(fail));
      // It ends in the middle of the part.
      taking.catch((error: Error) => parser.destroy(error));
    });
    parser.on('partsLimit', () => parser.destroy(new Error('too many parts')));
    await pipeline(watched(form, fail), parser);
  } catch {
    if (fault !== undefined) throw fault;
    throw validationFailed([{ param: 'body', location: 'body', msg: 'The form is malformed or has too many parts' }]);
  }
  if (taking === undefined) throw channelErrors.mail_missing();
  await taking;
}

async function take(stream: Readable, write: (chunk: Buffer) => Promise<void>): Promise<void> {
  for await (const chunk of stream) await write(chunk as Buffer);
}

async function* watched(form: AsyncIterable<Buffer>, fail: (error: Error) => void): AsyncGenerator<Buffer> {
  try {
    yield* form;
  } catch (error) {
    fail(error as Error);
    throw error;
  }
}
