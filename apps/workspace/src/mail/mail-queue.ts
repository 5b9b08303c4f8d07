import { newId } from '@parley/service-kit/call';
import type { Database } from '@parley/service-kit/database';
import type { Secrets } from '@parley/service-kit/security';
import { enqueueTask } from '@parley/service-kit/tasks';

import type { Mail } from './mail.ts';

/** Tasks of this service that end in a mail. */
export const mailTask = 'mail';
export const resetMailTask = 'password_reset_mail';

export type AddressedMail = Mail & { to: string };

interface Payload {
  sealed: string;
}

/**
 * Enqueues mails as tasks within the transaction that causes them; a worker delivers, so that no call waits for a mail
 * server. Payloads are encrypted, since they hold addresses and codes.
 */
export class MailQueue {
  readonly #db: Database;
  readonly #secrets: Secrets;

  constructor(db: Database, secrets: Secrets) {
    this.#db = db;
    this.#secrets = secrets;
  }

  /** @param idempotencyKey dedupe key: a second mail with the same key is dropped */
  send({ idempotencyKey, ...mail }: AddressedMail & { idempotencyKey?: string }): Promise<void> {
    return this.#enqueue(mailTask, mail, idempotencyKey);
  }

  /** A reset mail to this address; the worker drops it if there is no account. */
  sendResetMailTo(email: string): Promise<void> {
    return this.#enqueue(resetMailTask, { email });
  }

  openMail({ id, payload }: { id: string; payload: unknown }): AddressedMail {
    return JSON.parse(this.#secrets.open((payload as Payload).sealed, id)) as AddressedMail;
  }

  openResetRequest({ id, payload }: { id: string; payload: unknown }): { email: string } {
    return JSON.parse(this.#secrets.open((payload as Payload).sealed, id)) as { email: string };
  }

  #enqueue(kind: string, content: object, id: string = newId()): Promise<void> {
    const payload: Payload = { sealed: this.#secrets.seal(JSON.stringify(content), id) };
    return enqueueTask(this.#db, { id, kind, payload });
  }
}
