import { Busboy } from '@fastify/busboy';
import { channelErrors, commonErrors, validationFailed } from '@parley/contracts';

const partName = 'email';

/**
 * The part `email` of a form, byte for byte.
 * @throws mail_missing; body_too_large; validation_failed for a malformed form
 */
export function rawMailIn(contentType: string, form: Buffer, maxBytes: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const malformed = () =>
      reject(
        validationFailed([{ param: 'body', location: 'body', msg: 'The form is malformed or has too many parts' }]),
      );
    try {
      const parser = new Busboy({
        headers: { 'content-type': contentType },
        limits: { parts: 50, fileSize: maxBytes, headerPairs: 50 },
        // A field would be decoded by its charset; a file comes as it is.
        isPartAFile: () => true,
      });
      let mail: Buffer[] | undefined;
      parser.on('file', (name, stream) => {
        // The form ends within it.
        stream.on('error', malformed);
        if (name !== partName || mail !== undefined) return void stream.resume();
        const chunks: Buffer[] = [];
        mail = chunks;
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        stream.on('limit', () => reject(commonErrors.body_too_large({ maxBytes })));
      });
      parser.on('error', malformed);
      parser.on('partsLimit', malformed);
      parser.on('finish', () => (mail ? resolve(Buffer.concat(mail)) : reject(channelErrors.mail_missing())));
      parser.end(form);
    } catch {
      malformed();
    }
  });
}
