import { ConversationsServiceService } from '@parley/proto-gen/conversations/v1/conversations';
import { connectDatabase, type Database, type DatabaseOptions, defineService, type Kit } from '@parley/service-kit';

import { conversationsClient } from './clients/conversations.client.ts';
import { Config } from './config.ts';
import type { Context } from './context.ts';
import { PrismaClient } from './generated/prisma/client.ts';
import { grpc } from './grpc.ts';
import { http } from './http.ts';
import { exportLimits, LeadQueries, searchLimits } from './lead/lead.query.repository.ts';
import { LeadRepository } from './lead/lead.repository.ts';
import { PropertyRepository } from './property/property.repository.ts';
import { SegmentRepository } from './segment/segment.repository.ts';

export const startContacts = defineService({
  name: 'contacts',
  config: Config,
  database: {
    folder: new URL('../prisma/', import.meta.url),
    prisma: (adapter) => new PrismaClient({ adapter }),
  },
  context: buildContext,
  http,
  grpc,
});

async function buildContext(kit: Kit<Config, PrismaClient>): Promise<Context> {
  const { db } = kit;
  return {
    db,
    leads: new LeadRepository(db),
    leadQueries: new LeadQueries(await searchDatabase(kit), await exportDatabase(kit)),
    segments: new SegmentRepository(db),
    properties: new PropertyRepository(db),
    conversations: conversationsClient(kit.client(ConversationsServiceService, 'conversations')),
  };
}

/** Searches have connections of their own: however many there are, a message never waits for one. */
function searchDatabase(kit: Kit<Config, PrismaClient>): Promise<Database> {
  return ownDatabase(kit, { service: 'contacts-search', poolSize: kit.config.SEARCH_POOL, limits: searchLimits });
}

/** Exports, too: each holds one for as long as its reader takes. */
function exportDatabase(kit: Kit<Config, PrismaClient>): Promise<Database> {
  return ownDatabase(kit, { service: 'contacts-export', poolSize: kit.config.EXPORT_POOL, limits: exportLimits });
}

async function ownDatabase(
  { config, log, onStop }: Kit<Config, PrismaClient>,
  options: Pick<DatabaseOptions<undefined>, 'service' | 'poolSize' | 'limits'>,
): Promise<Database> {
  const db = await connectDatabase({ url: config.DATABASE_URL_CONTACTS, log, ...options });
  onStop(() => db.close());
  return db;
}
