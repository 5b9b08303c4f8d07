import type { ConversationsService } from './harness.ts';

/** Runs rules on these replicas, at most so many rounds, as long as there are events that they have not seen: rules answer each other. */
export async function runRules(replicas: readonly ConversationsService[], rounds: number): Promise<void> {
  for (let round = 0; round < rounds; round++) {
    await Promise.all(replicas.map((replica) => replica.runJob('runRules')));
    if (await haveSeenAll(replicas[0])) return;
  }
}

async function haveSeenAll(replica: ConversationsService | undefined): Promise<boolean> {
  const [row] = (await replica?.db.query<{ all: boolean }>(seenAll)) ?? [];
  return row?.all === true;
}

const seenAll = 'select coalesce(max(seq), 0) >= (select last_value from outbox_seq) as "all" from rule_state';
