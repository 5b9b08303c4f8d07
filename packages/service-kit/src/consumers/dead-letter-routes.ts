import { z } from 'zod';

import { type OpsRoute, withInput } from '../call/ops-route.ts';
import type { Database } from '../database/database.ts';
import { type DeadLetter, deadLettersBetween, deadLettersOf, listDeadLetters } from './dead-letters.ts';
import type { Subscriptions } from './subscriptions.ts';

/** Letters handled by one call; the answer says whether more are left. */
const redrivenAtOnce = 1_000;

const Time = z.iso.datetime({ offset: true }).transform((text) => new Date(text));
const Listing = z.object({
  consumer: z.string().optional(),
  type: z.string().optional(),
  since: Time.optional(),
});
const Range = z.object({ consumer: z.string(), from: Time, to: Time });

/** Dead letters for the operations port. Source: contract 50 section 3.4. */
export function deadLetterRoutes(db: Database, subscriptions: Subscriptions): OpsRoute[] {
  return [
    {
      method: 'get',
      path: '/ops/dead-letters',
      handle: ({ query }) =>
        withInput(Listing, query, async (filter) => ({ letters: await listDeadLetters(db, filter) })),
    },
    {
      method: 'post',
      path: '/ops/dead-letters/redrive',
      handle: ({ body }) =>
        withInput(Range, body, async (range) => {
          const letters = await deadLettersBetween(db, { ...range, limit: redrivenAtOnce });
          return { ...(await redriveAll(subscriptions, letters)), more: letters.length === redrivenAtOnce };
        }),
    },
    {
      method: 'post',
      path: '/ops/dead-letters/:event_id/redrive',
      async handle({ params }) {
        const letters = await deadLettersOf(db, params.event_id ?? '');
        if (letters.length === 0) return { status: 404, body: { code: 'dead_letter_not_found' } };
        return { status: 200, body: await redriveAll(subscriptions, letters) };
      },
    },
  ];
}

/** Sequential: a redrive must not compete with live traffic. */
async function redriveAll(
  subscriptions: Subscriptions,
  letters: readonly DeadLetter[],
): Promise<{ handled: number; failed: string[] }> {
  const failed: string[] = [];
  for (const letter of letters) {
    const handled = await subscriptions.redrive(letter).catch(() => false);
    if (!handled) failed.push(letter.event_id);
  }
  return { handled: letters.length - failed.length, failed };
}
