import type { Database } from '@parley/service-kit';

import type { ConversationsClient } from './clients/conversations.client.ts';
import type { LeadQueries } from './lead/lead.query.repository.ts';
import type { LeadRepository } from './lead/lead.repository.ts';
import type { PropertyRepository } from './property/property.repository.ts';
import type { SegmentRepository } from './segment/segment.repository.ts';

/** Everything an operation may use. */
export interface Context {
  db: Database;
  leads: LeadRepository;
  /** Lists and searches, over connections of their own. */
  leadQueries: LeadQueries;
  segments: SegmentRepository;
  properties: PropertyRepository;
  conversations: ConversationsClient;
}
