import type { Outbound } from '@parley/outbound';
import type { Database } from '@parley/service-kit/database';
import type { Logger } from '@parley/service-kit/observability';
import type { Limits } from '@parley/service-kit/security';
import type { TaskWorker } from '@parley/service-kit/tasks';

import type { BotBudget } from './bot-turn/bot-budget.ts';
import type { BotsClient } from './clients/bots.client.ts';
import type { ContactsClient } from './clients/contacts.client.ts';
import type { WorkspaceClient } from './clients/workspace.client.ts';
import type { Config } from './config.ts';
import type { CounterQueries } from './counters/counters.query.repository.ts';
import type { CustomEvents } from './custom-event/custom-event.repository.ts';
import type { DirectMessages } from './direct-message/direct-message.repository.ts';
import type { Directory } from './directory/directory.repository.ts';
import type { LivingBots } from './directory/living-bots.ts';
import type { Members } from './directory/members.ts';
import type { RoutingContexts } from './directory/routing-contexts.ts';
import type { Senders } from './directory/senders.ts';
import type { Deliveries } from './engine/delivery.repository.ts';
import type { Engine } from './engine/engine.ts';
import type { SubjectRepository } from './erasure/subject.repository.ts';
import type { FeedRepository } from './feed/feed.repository.ts';
import type { Feed } from './feed/feed.ts';
import type { Revocations } from './feed/revocations.ts';
import type { LabelCopies } from './label/label.repository.ts';
import type { Labels } from './label/labels.ts';
import type { LeadCopies } from './lead/lead.repository.ts';
import type { Leads } from './lead/leads.ts';
import type { MentionRepository } from './mention/mention.repository.ts';
import type { AnsweredCalls } from './message/answered-calls.repository.ts';
import type { MessageQueries } from './message/message.query.repository.ts';
import type { MessageRepository } from './message/message.repository.ts';
import type { ProjectMessageQueries } from './message/project-message.query.repository.ts';
import type { RenderedMessages } from './message/rendered-messages.ts';
import type { Queue } from './queue/queue.ts';
import type { SeatQueries } from './queue/seat.query.repository.ts';
import type { ReadModels } from './read-models/read-models.repository.ts';
import type { ReadPositions } from './read-position/read-position.repository.ts';
import type { Openings } from './request/openings.ts';
import type { HistoryQueries } from './request-list/history.query.repository.ts';
import type { LeadRequestQueries } from './request-list/lead-request.query.repository.ts';
import type { RenderedRequests } from './request-list/rendered-requests.ts';
import type { RequestQueries } from './request-list/request.query.repository.ts';
import type { RequestExportQueries } from './request-list/request-export.query.repository.ts';
import type { RequestRepository } from './request-store/request.repository.ts';
import type { Scans } from './request-store/scan.query.repository.ts';
import type { SearchIndex } from './search/search.repository.ts';
import type { TaggedQueries } from './tag/tagged.query.repository.ts';
import type { TimerQueries } from './timer/timer.repository.ts';
import type { TranscriptQueries } from './transcript/transcript.query.repository.ts';
import type { Typing } from './typing/typing.ts';
import type { Viewing } from './viewing/viewing.ts';

/** Everything an operation may use. */
export interface Context {
  config: Config;
  log: Logger;
  db: Database;
  /** Writes requests and messages. */
  requests: RequestRepository;
  /** Finds requests by a tag. */
  tagged: TaggedQueries;
  tagWorker: TaskWorker;
  /** Prepares new requests. */
  openings: Openings;
  requestQueries: RequestQueries;
  counters: CounterQueries;
  requestExports: RequestExportQueries;
  transcripts: TranscriptQueries;
  renderedRequests: RenderedRequests;
  searchIndex: SearchIndex;
  messageQueries: MessageQueries;
  mentions: MentionRepository;
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
  readModels: ReadModels;
  readPositions: ReadPositions;
  directory: Directory;
  members: Members;
  senders: Senders;
  routingContexts: RoutingContexts;
  workspace: WorkspaceClient;
  bots: BotsClient;
  livingBots: LivingBots;
  botBudget: BotBudget;
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
  viewing: Viewing;
  customEvents: CustomEvents;
  /** The external engine, if one is configured. */
  engine: Engine | undefined;
  deliveries: Deliveries;
  outbound: Outbound;
  /** Endless streams have to end now. */
  isStopping(): boolean;
}
