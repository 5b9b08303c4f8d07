import { createHash } from 'node:crypto';

import { AppError } from '@parley/contracts';

import type { KeptFile } from '../clients/media.client.ts';
import type { Context } from '../context.ts';
import type { MailPart } from '../email/mail-parser.ts';
import type { ParsedMail } from '../email/parsed-mail.ts';
import { unlessUnreadable } from '../email/worker-thread.ts';
import type { InboundMail } from '../inbound/inbound-mail.ts';
import { isTrackingPixel } from './pixels.ts';

/** Source: contract 26 section 5. */
const maxKept = 20;

/** A part of a mail that is a file of its own now. */
export interface Attachment extends KeptFile {
  name: string;
  cid?: string;
}

export interface KeptAttachments {
  files: Attachment[];
  /** Names of those that were not taken, with the reason in a word. */
  refused: { name: string; why: string }[];
}

type StoredMail = Pick<InboundMail, 'projectId' | 'id' | 'mailboxId'> & { bytes: Buffer };

/**
 * Stores the attachments of a mail as files, each once however often this is repeated. Left out: images that only tell that the mail is
 * read, and those that the sender's mails always have, like the logo of a signature.
 * @throws dependency_down while media cannot take them: the mail waits
 */
export async function keepAttachments(
  context: Context,
  mail: StoredMail,
  { attachments, from }: Pick<ParsedMail, 'attachments' | 'from'>,
): Promise<KeptAttachments> {
  const kept: KeptAttachments = { files: [], refused: [] };
  if (attachments.length === 0) return kept;
  const parts = await context.parser.attachments(mail.bytes).catch(unlessUnreadable);
  const wanted = await withoutNoise(context, mail, from?.address ?? '', parts ?? []);
  for (const [nth, { name, cid, bytes }] of wanted.slice(0, maxKept).entries()) {
    const named = name || 'file';
    try {
      const { projectId, mailboxId, id } = mail;
      const key = `${id} ${nth}`;
      const file = await context.media.store({ projectId, mailboxId, name: named, content: bytes, key });
      kept.files.push({ ...file, name: named, ...(cid && { cid }) });
    } catch (error) {
      kept.refused.push({ name: named, why: reasonOf(error) });
    }
  }
  return kept;
}

type Part = Omit<MailPart, 'bytes'> & { bytes: Buffer };

async function withoutNoise(
  { seenImages, clock }: Context,
  { projectId, id: mailId }: StoredMail,
  address: string,
  parts: readonly MailPart[],
): Promise<Part[]> {
  const spoken = parts
    .map((part) => ({ ...part, bytes: Buffer.from(part.bytes.buffer, part.bytes.byteOffset, part.bytes.length) }))
    .filter(({ bytes }) => bytes.length > 0 && !isTrackingPixel(bytes))
    .map((part) => ({ part, sha256: createHash('sha256').update(part.bytes).digest('hex') }));
  const images = spoken.filter(({ part }) => /^image\//i.test(part.type)).map(({ sha256 }) => sha256);
  const repeated = await seenImages.repeated({ projectId, address, mailId }, [...new Set(images)], clock.now());
  return spoken.filter(({ sha256 }) => !repeated.has(sha256)).map(({ part }) => part);
}

const reasons: Readonly<Record<string, string>> = {
  ...{ file_type_not_allowed: 'type', file_infected: 'virus', file_too_large: 'size', quota_exceeded: 'quota' },
  ...{ image_unreadable: 'damaged', image_too_large: 'size', file_empty: 'empty' },
};

/** @throws what is no refusal of the file */
function reasonOf(error: unknown): string {
  const why = error instanceof AppError ? reasons[error.code] : undefined;
  if (why === undefined) throw error;
  return why;
}
