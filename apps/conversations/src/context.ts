import type { Database, Limits, Logger, Outbound } from '@parley/service-kit';

import type { BotsClient } from './clients/bots.client.ts';
import type { ContactsClient } from './clients/contacts.client.ts';
import type { WorkspaceClient } from './clients/workspace.client.ts';
import type { Config } from './config.ts';
import type { Copies } from './copies/copies.repository.ts';
import type { Directory } from './directory/directory.repository.ts';
import type { LivingBots } from './directory/living-bots.ts';
import type { Members } from './directory/members.ts';
import type { Rosters } from './directory/rosters.ts';
import type { Deliveries } from './engine/delivery.repository.ts';
import type { Engine } from './engine/engine.ts';
import type { CustomEvents } from './event/custom-event.repository.ts';
import type { FeedRepository } from './feed/feed.repository.ts';
import type { Feed } from './feed/feed.ts';
import type { Revocations } from './feed/revocations.ts';
import type { LabelCopies } from './label/label.repository.ts';
import type { Labels } from './label/labels.ts';
import type { LeadCopies } from './lead/lead.repository.ts';
import type { Leads } from './lead/leads.ts';
import type { Places } from './location/places.ts';
import type { AnsweredCalls } from './message/answered-calls.repository.ts';
import type { DirectMessages } from './message/direct-message.repository.ts';
import type { MessageQueries } from './message/message.query.repository.ts';
import type { MessageRepository } from './message/message.repository.ts';
import type { ProjectMessageQueries } from './message/project-message.query.repository.ts';
import type { RenderedMessages } from './message/rendered-messages.ts';
import type { HistoryQueries } from './request/history.query.repository.ts';
import type { LeadRequestQueries } from './request/lead-request.query.repository.ts';
import type { Queue } from './request/queue.ts';
import type { RenderedRequests } from './request/rendered-requests.ts';
import type { RequestQueries } from './request/request.query.repository.ts';
import type { RequestRepository } from './request/request.repository.ts';
import type { RequestExportQueries } from './request/request-export.query.repository.ts';
import type { Scans } from './request/scan.query.repository.ts';
import type { SeatQueries } from './request/seat.query.repository.ts';
import type { Tickets } from './request/tickets.ts';
import type { SearchIndex } from './search/search.repository.ts';
import type { SubjectRepository } from './subject/subject.repository.ts';
import type { TimerQueries } from './timer/timer.repository.ts';
import type { TranscriptQueries } from './transcript/transcript.query.repository.ts';
import type { Typing } from './typing/typing.ts';

/** Everything an operation may use. */
export interface Context {
  config: Config;
  log: Logger;
  db: Database;
  /** Writes requests and messages. */
  requests: RequestRepository;
  requestQueries: RequestQueries;
  requestExports: RequestExportQueries;
  transcripts: TranscriptQueries;
  places: Places;
  renderedRequests: RenderedRequests;
  searchIndex: SearchIndex;
  messageQueries: MessageQueries;
  renderedMessages: RenderedMessages;
  /** Writes the status of messages. */
  messages: MessageRepository;
  directMessages: DirectMessages;
  projectMessages: ProjectMessageQueries;
  answeredCalls: AnsweredCalls;
  leadRequests: LeadRequestQueries;
  scans: Scans;
  subjects: SubjectRepository;
  historyQueries: HistoryQueries;
  seats: SeatQueries;
  tickets: Tickets;
  copies: Copies;
  directory: Directory;
  members: Members;
  rosters: Rosters;
  workspace: WorkspaceClient;
  bots: BotsClient;
  livingBots: LivingBots;
  contacts: ContactsClient;
  leads: Leads;
  leadCopies: LeadCopies;
  labels: Labels;
  labelCopies: LabelCopies;
  queue: Queue;
  timers: TimerQueries;
  limits: Limits;
  feed: Feed;
  feedRepository: FeedRepository;
  revocations: Revocations;
  typing: Typing;
  customEvents: CustomEvents;
  /** An external one, if the installation has it. */
  engine: Engine | undefined;
  deliveries: Deliveries;
  outbound: Outbound;
  /** Streams that would go on for ever end now. */
  isStopping(): boolean;
}
