import type { IncomingMessage } from 'node:http';

import { AppError, botFileBytes, botFormBytes, commonErrors } from '@parley/contracts';
import { readBody } from '@parley/service-kit/http';

import { faultAt, refused } from './bot-file.ts';

export function isForm(type: string): boolean {
  return /^multipart\/form-data/i.test(type);
}

/** The body of an upload, or of the form that holds it. @throws body_too_large as soon as it is larger than the file may be */
export async function readUpload(req: IncomingMessage): Promise<Buffer> {
  try {
    return await readBody(req, isForm(req.headers['content-type'] ?? '') ? botFormBytes : botFileBytes);
  } catch (error) {
    // What a form may have on top is no limit that its caller knows.
    if (error instanceof AppError && error.code === commonErrors.body_too_large().code) throw tooLarge();
    throw error;
  }
}

function tooLarge() {
  return commonErrors.body_too_large({ limit: botFileBytes });
}

/** @throws validation_failed for what is no form */
export async function formIn(body: Buffer, type: string): Promise<FormData> {
  const wire = new Response(new Uint8Array(body), { headers: { 'content-type': type } });
  return wire.formData().catch(() => {
    throw refused([faultAt([], 'The form cannot be read')]);
  });
}

/** The file of a form, or the text in its place. @throws validation_failed without one; body_too_large */
export async function uploadedText(form: FormData): Promise<string> {
  const part = form.get('uploadFile');
  if (part === null) throw refused([faultAt([], 'Required')]);
  const text = typeof part === 'string' ? part : await part.text();
  if (Buffer.byteLength(text) > botFileBytes) throw tooLarge();
  return text;
}
