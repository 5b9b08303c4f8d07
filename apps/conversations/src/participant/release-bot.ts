import type { BotInEvent, EventEnvelope } from '@parley/contracts';

import type { Context } from '../context.ts';
import { releaseBot as release, releaseNeeds } from '../request/releasing.ts';
import { botMember } from '../request-state/request.ts';

/** A bot in the trash, or deleted, leaves the open requests it serves, the oldest first. */
export async function releaseBot(context: Context, event: EventEnvelope<{ bot: BotInEvent }>): Promise<void> {
  const { idproject, data } = event;
  const member = botMember(data.bot._id);
  for (;;) {
    const served = await context.seats.servedBy(idproject, member);
    for (const requestId of served) {
      // One transaction for each, as in `releaseTeammate`.
      await context.db.outside(() =>
        context.requests.update('system', idproject, requestId, (current, facts) => release(current, member, facts), {
          needs: (current) => releaseNeeds(current, member),
        }),
      );
    }
    if (served.length === 0) return;
  }
}
