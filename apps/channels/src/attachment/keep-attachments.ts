import { AppError } from '@parley/contracts';

import type { KeptFile, MediaClient } from '../clients/media.client.ts';
import type { Context } from '../context.ts';
import type { MailPart } from '../email/mail-parser.ts';
import type { FoundAttachment, ParsedMail } from '../email/parsed-mail.ts';
import { unlessUnreadable } from '../email/worker-thread.ts';
import type { StoredMail } from '../inbound/inbound-mail.ts';
import { PartUpload } from './part-upload.ts';

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
  const wanted = (await withoutNoise(context, mail, from?.address ?? '', attachments)).slice(0, maxKept);
  if (wanted.length === 0) return { files: [], refused: [] };
  const keeping = new Keeping(context, mail, wanted);
  const sizes = new Map(wanted.map(({ place, size }) => [place, size]));
  try {
    await context.parser.attachments(mail.bytes(), sizes, (part) => keeping.take(part)).catch(unlessUnreadable);
    return await keeping.finish();
  } finally {
    await keeping.abort();
  }
}

/** Stores attachments as they come: a large one while it is read, small ones when the parser is done with the mail and others may use it. */
class Keeping {
  readonly #media: MediaClient;
  readonly #mail: StoredMail;
  readonly #wanted: readonly FoundAttachment[];
  readonly #small: MailPart[] = [];
  readonly #files = new Map<number, Attachment>();
  readonly #refused: KeptAttachments['refused'] = [];
  #upload: PartUpload | undefined;

  constructor({ media }: Context, mail: StoredMail, wanted: readonly FoundAttachment[]) {
    this.#media = media;
    this.#mail = mail;
    this.#wanted = wanted;
  }

  async take(part: MailPart): Promise<void> {
    const { place, bytes, isLast } = part;
    if (isLast && !this.#upload) return void this.#small.push(part);
    this.#upload ??= new PartUpload((content) => this.#media.storeLarge({ ...this.#named(place), content }));
    await this.#upload.write(bytes);
    if (!isLast) return;
    const upload = this.#upload;
    this.#upload = undefined;
    await this.#keep(place, upload.end());
  }

  async finish(): Promise<KeptAttachments> {
    for (const { place, bytes: content } of this.#small)
      await this.#keep(place, this.#media.store({ ...this.#named(place), content }));
    const files = [...this.#files].sort(([one], [other]) => one - other).map(([, file]) => file);
    return { files, refused: this.#refused };
  }

  /** The rest of a large one does not come. */
  async abort(): Promise<void> {
    await this.#upload?.abort();
  }

  #named(place: string) {
    const { projectId, mailboxId, id } = this.#mail;
    const nth = this.#nth(place);
    return { projectId, mailboxId, name: this.#wanted[nth]?.name || 'file', key: `${id} ${nth}` };
  }

  #nth(place: string): number {
    return this.#wanted.findIndex((one) => one.place === place);
  }

  async #keep(place: string, storing: Promise<KeptFile>): Promise<void> {
    const nth = this.#nth(place);
    const { name } = this.#named(place);
    const cid = this.#wanted[nth]?.cid;
    try {
      this.#files.set(nth, { ...(await storing), name, ...(cid && { cid }) });
    } catch (error) {
      this.#refused.push({ name, why: reasonOf(error) });
    }
  }
}

async function withoutNoise(
  { seenImages, clock }: Context,
  { projectId, id: mailId }: StoredMail,
  address: string,
  attachments: readonly FoundAttachment[],
): Promise<FoundAttachment[]> {
  const spoken = attachments.filter(({ size, isPixel }) => size > 0 && !isPixel);
  const images = spoken.filter(({ type }) => /^image\//i.test(type)).map(({ sha256 }) => sha256);
  const repeated = await seenImages.repeated({ projectId, address, mailId }, [...new Set(images)], clock.now());
  return spoken.filter(({ sha256 }) => !repeated.has(sha256));
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
