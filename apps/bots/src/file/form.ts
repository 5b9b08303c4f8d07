import type { IncomingMessage } from 'node:http';

import { AppError, botFileBytes, botFormBytes, commonErrors } from '@parley/contracts';
import { readBody } from '@parley/service-kit/http';

import { faultAt, refused } from './bot-file.ts';

export function isForm(type: string): boolean {
  return /^multipart\/form-data/i.test(type);
}

/** Reads the body of an upload, plain or in a form. @throws body_too_large as soon as the limit is exceeded */
export async function readUpload(req: IncomingMessage): Promise<Buffer> {
  try {
    return await readBody(req, isForm(req.headers['content-type'] ?? '') ? botFormBytes : botFileBytes);
  } catch (error) {
    // The error names the limit of the file; the allowance for the form around it is internal.
    if (error instanceof AppError && error.code === commonErrors.body_too_large().code) throw tooLarge();
    throw error;
  }
}

function tooLarge() {
  return commonErrors.body_too_large({ limit: botFileBytes });
}

/** @throws validation_failed for an invalid form */
export async function formIn(body: Buffer, type: string): Promise<FormData> {
  const wire = new Response(new Uint8Array(body), { headers: { 'content-type': type } });
  return wire.formData().catch(() => {
    throw refused([faultAt([], 'The form cannot be read')]);
  });
}

/** The uploaded file of a form, or a text field in its place. @throws validation_failed when it is missing; body_too_large */
export async function uploadedText(form: FormData): Promise<string> {
  const part = form.get('uploadFile');
  if (part === null) throw refused([faultAt([], 'Required')]);
  const text = typeof part === 'string' ? part : await part.text();
  if (Buffer.byteLength(text) > botFileBytes) throw tooLarge();
  return text;
}
