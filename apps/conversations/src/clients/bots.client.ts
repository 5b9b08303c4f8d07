import type { BotsServiceService, Bot as WireBot } from '@parley/proto-gen/bots/v1/bots';
import { type PromiseClient, undefinedIfNotFound } from '@parley/service-kit/grpc';

/** A bot as the bots service returns it. */
interface BotVersion {
  id: string;
  /** Its `__v`. */
  version: number;
  record: Record<string, unknown>;
}

/** Client of the bots service. Never called while a row lock is held. */
export interface BotsClient {
  /** The oldest living bot with this name or slug. @throws dependency_down */
  findBot(
    projectId: string,
    by: { name?: string | undefined; slug?: string | undefined },
  ): Promise<BotVersion | undefined>;
  /** Those of these `_id`s that exist, in the trash or not. @throws dependency_down */
  getBots(projectId: string, ids: readonly string[]): Promise<BotVersion[]>;
}

/** Short: sends and routing wait for the answer. */
const getBotsDeadlineMs = 300;

export function botsClient(client: PromiseClient<typeof BotsServiceService>): BotsClient {
  return {
    async findBot(projectId, { name = '', slug = '' }) {
      const found = await undefinedIfNotFound(client.findBot({ idProject: projectId, name, slug }));
      return found?.bot && versionOf(found.bot);
    },
    async getBots(projectId, ids) {
      const { bots } = await client.getBots({ idProject: projectId, ids: [...ids] }, { deadlineMs: getBotsDeadlineMs });
      return bots.map(versionOf);
    },
  };
}

function versionOf({ id, version, trashed, name, recordJson }: WireBot): BotVersion {
  const record = { ...(JSON.parse(recordJson || '{}') as object), _id: id, id, name, trashed };
  return { id, version, record };
}
