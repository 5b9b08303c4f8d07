import { type Actor, requestErrors } from '@parley/contracts';
import { currentCall } from '@parley/service-kit/call';
import type { Database } from '@parley/service-kit/database';

import { isEndUser, principalOf } from '../access/actor.ts';
import { endUserAudiences } from '../access/message.view.ts';
import type { UpdateOptions } from './request.repository.ts';

interface NewerMessage {
  sender: string;
  senderFullname: string;
  seq: number;
}

/** Messages that a refusal names. */
const maxNamed = 20;

/** Refuses a caller who has not read what others wrote. */
export interface NewerGuard {
  /** For `RequestRepository.update`. */
  options: Pick<UpdateOptions, 'before'>;
  /** Call it in the decision: only those who see the request learn of its messages. @throws newer_messages */
  check(): void;
}

/**
 * For a caller who says how far they have read (`If-Seq`): looks, under the lock of the request, for newer messages of others that they may
 * see. Without the header nothing is read, and no lock is taken for it. Source: contract 25 section 13.
 */
export function newerGuard(db: Database, actor: Actor, projectId: string, requestId: string): NewerGuard {
  const { ifSeq } = currentCall();
  if (ifSeq === undefined) return { options: {}, check: () => undefined };
  let newer: NewerMessage[] = [];
  return {
    options: {
      before: async () => {
        const audiences = isEndUser(actor) ? endUserAudiences : null;
        newer = await db.query(newerMessages, [projectId, requestId, ifSeq, principalOf(actor), audiences]);
      },
    },
    check() {
      const last = newer.at(-1);
      if (last) throw requestErrors.newer_messages({ last_seq: last.seq, by: newer });
    },
  };
}

/** Service lines do not count: no person or bot has written them. */
const newerMessages = {
  name: 'newer_messages',
  text: `select * from (select m.sender, m.sender_fullname as "senderFullname", m.seq from message m
      where m.id_project = $1 and m.request = (select r.id from request r where r.id_project = $1 and r.request_id = $2)
        and m.seq > $3 and m.sender <> $4 and m.sender <> 'system' and m.audience <> 'service'
        and ($5::text[] is null or m.audience = any ($5))
      order by m.seq desc limit ${maxNamed}) newest order by seq`,
};
