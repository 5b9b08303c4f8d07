import { type Database, newId, type Secrets } from '@parley/service-kit';

import type { Mail as MailRow, PrismaClient } from '../generated/prisma/client.ts';
import type { Mail } from './mail.ts';

/** Long enough for every time limit of a delivery together: a claim that ends before its sender would send twice. */
const claimMs = 120_000;

export interface QueuedMail {
  id: string;
  to: string;
  mail: Mail;
  attempts: number;
  createdAt: Date;
}

/** The only writer of `mails`: the mails on their way. */
export class MailRepository {
  readonly #db: Database<PrismaClient>;
  readonly #secrets: Secrets;

  constructor(db: Database<PrismaClient>, secrets: Secrets) {
    this.#db = db;
    this.#secrets = secrets;
  }

  /**
   * Puts a mail on its way within the transaction that causes it; a worker sends it once that is committed.
   * @param idempotencyKey a second mail with the same key is none
   */
  async send({ to, idempotencyKey = newId(), ...mail }: Mail & { to: string; idempotencyKey?: string }): Promise<void> {
    const id = newId();
    const now = new Date();
    await this.#db.prisma.mail.createMany({
      data: [
        {
          id,
          idempotencyKey,
          recipient: to,
          template: mail.template,
          ...this.#seal(id, mail),
          dueAt: now,
          createdAt: now,
        },
      ],
      skipDuplicates: true,
    });
  }

  /** Takes mails that are due; nobody else gets them before the claim ends. */
  async claim(atMost: number, at: Date): Promise<QueuedMail[]> {
    const ids = await this.#db.query<{ id: string }>(
      {
        name: 'claim-mails',
        text: `UPDATE mails SET due_at = $2
               WHERE id IN (SELECT id FROM mails WHERE parked_at IS NULL AND due_at <= $1
                            ORDER BY due_at LIMIT $3 FOR UPDATE SKIP LOCKED)
               RETURNING id`,
      },
      [at, new Date(at.getTime() + claimMs), atMost],
    );
    const rows = await this.#db.prisma.mail.findMany({ where: { id: { in: ids.map(({ id }) => id) } } });
    return rows.map((row) => this.#toMail(row));
  }

  /** Makes another mail of a claimed one, due at once. */
  async rewrite(id: string, mail: Mail, at: Date): Promise<void> {
    const data = { template: mail.template, ...this.#seal(id, mail), dueAt: at };
    await this.#db.prisma.mail.updateMany({ where: { id }, data });
  }

  async delivered(id: string): Promise<void> {
    await this.#db.prisma.mail.deleteMany({ where: { id } });
  }

  /** @param dueAt absent: the mail is parked */
  async failed(id: string, dueAt: Date | undefined, at: Date): Promise<void> {
    const data = dueAt ? { dueAt } : { parkedAt: at };
    await this.#db.prisma.mail.updateMany({ where: { id }, data: { attempts: { increment: 1 }, ...data } });
  }

  countParked(): Promise<number> {
    return this.#db.prisma.mail.count({ where: { parkedAt: { not: null } } });
  }

  async dropParkedBefore(time: Date): Promise<void> {
    await this.#db.prisma.mail.deleteMany({ where: { parkedAt: { lt: time } } });
  }

  #seal(id: string, mail: Mail): { sealed: string } {
    return { sealed: this.#secrets.seal(JSON.stringify(mail.data), id) };
  }

  #toMail(row: MailRow): QueuedMail {
    const data: unknown = JSON.parse(this.#secrets.open(row.sealed, row.id));
    const mail = { template: row.template, data } as Mail;
    return { id: row.id, to: row.recipient, mail, attempts: row.attempts, createdAt: row.createdAt };
  }
}
