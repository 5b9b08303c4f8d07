import { botFileBytes, commonErrors } from '@parley/contracts';

import { faultAt, refused } from './bot-file.ts';

export function isForm(type: string): boolean {
  return /^multipart\/form-data/i.test(type);
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
  if (Buffer.byteLength(text) > botFileBytes) throw commonErrors.body_too_large({ limit: botFileBytes });
  return text;
}
