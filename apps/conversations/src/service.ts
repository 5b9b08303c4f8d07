import { createOutbound, outboundOptions } from '@parley/outbound';
import { BotsServiceService } from '@parley/proto-gen/bots/v1/bots';
import { ContactsServiceService } from '@parley/proto-gen/contacts/v1/contacts';
import { DirectoryServiceService } from '@parley/proto-gen/workspace/v1/directory';
import { eventsPassed } from '@parley/service-kit/consumers';
import { connectDatabase, type Database } from '@parley/service-kit/database';
import { CommitHorizon } from '@parley/service-kit/outbox';
import { defineService, type ServiceResources } from '@parley/service-kit/service';
import { orderedTaskWorker } from '@parley/service-kit/tasks';

import { TeamScopes } from './access/team-scopes.ts';
import { CannedResponses } from './action/canned-responses.ts';
import { BotBudget } from './bot-turn/bot-budget.ts';
import { botsClient } from './clients/bots.client.ts';
import { contactsClient } from './clients/contacts.client.ts';
import { workspaceClient } from './clients/workspace.client.ts';
import { ClockQueries } from './clock/clock.repository.ts';
import { References } from './condition/references.repository.ts';
import { SegmentCopies } from './condition/segment-copies.repository.ts';
import { SurroundingsReader } from './condition/surroundings.repository.ts';
import { Config } from './config.ts';
import type { Context } from './context.ts';
import { CounterQueries } from './counters/counters.query.repository.ts';
import { CustomEvents } from './custom-event/custom-event.repository.ts';
import { DirectMessages } from './direct-message/direct-message.repository.ts';
import { Directory } from './directory/directory.repository.ts';
import { fetchNamed } from './directory/fetch-named.ts';
import { LivingBots } from './directory/living-bots.ts';
import { Members } from './directory/members.ts';
import { RoutingContexts } from './directory/routing-contexts.ts';
import { Senders } from './directory/senders.ts';
import { Deliveries } from './engine/delivery.repository.ts';
import { SubjectRepository } from './erasure/subject.repository.ts';
import { Cursors } from './feed/cursor.ts';
import { FeedRepository } from './feed/feed.repository.ts';
import { Feed } from './feed/feed.ts';
import { FeedReader } from './feed/feed-reader.ts';
import { FeedTail } from './feed/feed-tail.ts';
import { Revocations } from './feed/revocations.ts';
import { grpc } from './grpc.ts';
import { Holds } from './hold/hold.repository.ts';
import { Calendars } from './hours/calendars.repository.ts';
import { http } from './http.ts';
import { jobs } from './jobs.ts';
import { LabelCopies } from './label/label.repository.ts';
import { Labels } from './label/labels.ts';
import { LeadCopies } from './lead/lead.repository.ts';
import { startLeadWorker } from './lead/lead-worker.ts';
import { Leads } from './lead/leads.ts';
import { openPlaces } from './location/places.ts';
import { macroRepository } from './macro/macro.repository.ts';
import { MatchQueries } from './matches/match.query.repository.ts';
import { MentionRepository } from './mention/mention.repository.ts';
import { MergeRepository } from './merge/merge.repository.ts';
import { AnsweredCalls } from './message/answered-calls.repository.ts';
import { MergedMessages } from './message/merged-messages.query.ts';
import { MessageQueries } from './message/message.query.repository.ts';
import { MessageRepository } from './message/message.repository.ts';
import { ProjectMessageQueries } from './message/project-message.query.repository.ts';
import { RenderedMessages } from './message/rendered-messages.ts';
import { RedactPatterns } from './pattern/redact-patterns.ts';
import { QueueQueries } from './queue/queue.repository.ts';
import { Queue } from './queue/queue.ts';
import { SeatQueries } from './queue/seat.query.repository.ts';
import { ReadModels } from './read-models/read-models.repository.ts';
import { ReadPositions } from './read-position/read-position.repository.ts';
import { forgetPublished, redactionTask } from './redaction/forget-published.ts';
import { RedactionRepository } from './redaction/redaction.repository.ts';
import { Openings } from './request/openings.ts';
import { HistoryQueries } from './request-list/history.query.repository.ts';
import { LeadRequestQueries } from './request-list/lead-request.query.repository.ts';
import { RenderedRequests } from './request-list/rendered-requests.ts';
import { RequestQueries, searchLimits } from './request-list/request.query.repository.ts';
import { RequestExportQueries } from './request-list/request-export.query.repository.ts';
import { FactLoader } from './request-store/fact-loader.ts';
import { RequestRepository } from './request-store/request.repository.ts';
import { Scans } from './request-store/scan.query.repository.ts';
import { Tickets } from './request-store/tickets.ts';
import { RetentionQueries } from './retention/retention.repository.ts';
import { RuleRepository } from './rule/rule.repository.ts';
import { RuleDues } from './rule/rule-due.repository.ts';
import { RuleReader } from './rule/rule-reader.repository.ts';
import { RuleRuns } from './rule/rule-run.repository.ts';
import { ScheduledMessages } from './schedule/scheduled.repository.ts';
import { SearchIndex } from './search/search.repository.ts';
import { AutomationConfigs } from './service-level/automation-config.repository.ts';
import { judgeOpenRequests } from './service-level/judge-open-requests.ts';
import { judgeTask } from './service-level/judgement.ts';
import { LevelledQueries } from './service-level/levelled.query.repository.ts';
import { PolicyRepository } from './service-level/policy.repository.ts';
import { subscriptions } from './subscriptions.ts';
import { RatingComments } from './survey/rating-comments.query.repository.ts';
import { surveyRepository } from './survey/survey.repository.ts';
import { SurveyAsks } from './survey/survey-ask.repository.ts';
import { applyTagChange, tagTask } from './tag/apply-tag-change.ts';
import { TaggedQueries } from './tag/tagged.query.repository.ts';
import { TimerQueries } from './timer/timer.repository.ts';
import { TranscriptQueries } from './transcript/transcript.query.repository.ts';
import { Typing } from './typing/typing.ts';
import { viewRepository } from './view/view.repository.ts';
import { ViewCounts } from './view/view-counts.query.ts';
import { Viewing } from './viewing/viewing.ts';

/** Deadline of contacts for a first message; the same as for a routing context. */
const contactsDeadlineMs = 300;

export const startConversations = defineService({
  name: 'conversations',
  config: Config,
  database: { folder: new URL('../prisma/', import.meta.url) },
  context: buildContext,
  http,
  grpc,
  subscriptions,
  jobs,
  idle: async (context) => {
    await context.queue.idle();
    await context.orderedWorker.idle();
    await context.searchIndex.catchUp();
  },
});

async function buildContext(kit: ServiceResources<Config>): Promise<Context> {
  const { config, db, log, metrics } = kit;
  const workspace = workspaceClient(kit.client(DirectoryServiceService, 'workspace'));
  const directory = new Directory(db);
  const readModels = new ReadModels(db);
  const bots = botsClient(kit.client(BotsServiceService, 'bots'));
  const livingBots = new LivingBots({ directory, readModels, bots, log });
  const routingContexts = new RoutingContexts({ workspace, directory, livingBots, log });
  const contacts = contactsClient(kit.client(ContactsServiceService, 'contacts', contactsDeadlineMs));
  const leadCopies = new LeadCopies(db);
  const leads = new Leads({ db, copies: leadCopies, contacts, log });
  const labelCopies = new LabelCopies(db);
  const seats = new SeatQueries(db);
  const calendars = new Calendars(db);
  const segmentCopies = new SegmentCopies(db);
  const configs = new AutomationConfigs(db, calendars, segmentCopies);
  const holds = new Holds(db);
  const requests = new RequestRepository(
    db,
    {
      finder: new FactLoader(db, routingContexts, directory, configs),
      configs,
      holds,
      requesterWrote: (request) => leads.markWritten(request),
    },
    { toEngine: config.ENGINE === 'http', wholeRequests: config.MESSAGE_EVENTS === 'whole' },
  );
  const queue = new Queue({ db, queries: new QueueQueries(db), requests, routingContexts, seats, log });
  kit.onStop(() => queue.stop());
  const searchDb = await searchDatabase(kit);
  const requestQueries = new RequestQueries(db, searchDb);
  const teamScopes = new TeamScopes(db);
  const messageQueries = new MessageQueries(db);
  const members = new Members({ directory, readModels, workspace });

  const tagged = new TaggedQueries(db);
  const levelled = new LevelledQueries(db);
  const orderedWorker = orderedTaskWorker(
    kit,
    {
      [tagTask]: (task, signal) => applyTagChange({ requests, tagged }, task, signal),
      [judgeTask]: (task, signal) => judgeOpenRequests({ requests, levelled }, task, signal),
      [redactionTask]: (task, signal) => forgetPublished(kit.bus, task, signal),
    },
    { [tagTask]: eventsPassed(db, { publisher: 'workspace', consumer: 'conversations-copies' }) },
  );
  kit.onStop(() => orderedWorker.stop());

  const context: Context = {
    config,
    log,
    db,
    requests,
    holds,
    retention: new RetentionQueries(db),
    tagged,
    orderedWorker,
    openings: new Openings({
      ...{ config, directory, leads, livingBots, members, routingContexts },
      places: openPlaces(config.GEO_DATABASE),
      tickets: new Tickets(db),
    }),
    requestQueries,
    counters: new CounterQueries(searchDb),
    renderedRequests: new RenderedRequests(requestQueries, new MatchQueries(searchDb), teamScopes),
    searchIndex: new SearchIndex(db, log, metrics),
    requestExports: new RequestExportQueries(db),
    transcripts: new TranscriptQueries(db),
    messageQueries,
    mergedMessages: new MergedMessages(db),
    merges: new MergeRepository(db),
    mentions: new MentionRepository(db),
    renderedMessages: new RenderedMessages(messageQueries),
    messages: new MessageRepository(db),
    directMessages: new DirectMessages(db),
    projectMessages: new ProjectMessageQueries(db),
    answeredCalls: new AnsweredCalls(db),
    leadRequests: new LeadRequestQueries(db),
    scans: new Scans(db),
    subjects: new SubjectRepository(db, requests),
    redactions: new RedactionRepository(db),
    historyQueries: new HistoryQueries(db),
    seats,
    readModels,
    readPositions: new ReadPositions(db),
    directory,
    members,
    senders: new Senders({ directory, leadCopies, leads, livingBots, members }),
    routingContexts,
    workspace,
    bots,
    livingBots,
    botBudget: new BotBudget(db, requests),
    contacts,
    leads,
    leadCopies,
    redactPatterns: new RedactPatterns(db),
    labels: new Labels({
      ...{ copies: labelCopies, workspace, log },
      languageOf: (projectId, requestId) => messageQueries.languageOf(projectId, requestId),
    }),
    labelCopies,
    queue,
    timers: new TimerQueries(db),
    clocks: new ClockQueries(db),
    scheduledMessages: new ScheduledMessages(db),
    calendars,
    automationConfigs: configs,
    policies: new PolicyRepository(db, configs),
    macros: macroRepository(db),
    views: viewRepository(db),
    viewCounts: new ViewCounts(searchDb),
    rules: new RuleRepository(db),
    ruleRuns: new RuleRuns(db),
    ruleReader: new RuleReader(db, 'rule_state'),
    ruleDues: new RuleDues(db),
    cannedResponses: new CannedResponses({ db, readModels, workspace }),
    surveys: surveyRepository(db),
    surveyAsks: new SurveyAsks(db),
    ratingComments: new RatingComments(db),
    surveyReader: new RuleReader(db, 'survey_state'),
    references: new References(
      db,
      fetchNamed({ workspace, contacts, directory, readModels, segmentCopies, members, livingBots }),
    ),
    surroundings: new SurroundingsReader(calendars, segmentCopies),
    levelled,
    limits: kit.limits,
    customEvents: new CustomEvents(db),
    ...openFeed(kit, teamScopes),
    ...openEngine(kit),
  };
  // Without a contacts service the tasks wait until one is configured.
  const leadWorker = contacts.isUnavailable() ? undefined : startLeadWorker(context);
  kit.onStop(() => leadWorker?.stop());
  return context;
}

function openEngine({ config, db }: ServiceResources<Config>) {
  const { ENGINE_URL: url, ENGINE_SECRETS: secrets } = config;
  const engine = config.ENGINE === 'http' && url !== undefined ? { url, secrets } : undefined;
  return { engine, deliveries: new Deliveries(db), outbound: createOutbound(outboundOptions(config)) };
}

const hourMs = 3_600_000;

function openFeed({ config, db, bus, log, secrets, health, onStop }: ServiceResources<Config>, teamScopes: TeamScopes) {
  const feedRepository = new FeedRepository(db, teamScopes);
  const tail = new FeedTail(feedRepository, new CommitHorizon(db), log);
  onStop(() => tail.stop());
  const revocations = new Revocations(bus);
  onStop(() => revocations.stop());
  const typing = new Typing(bus);
  onStop(() => typing.stop());
  const viewing = new Viewing(bus, config.VIEWER_LAPSE);
  onStop(() => viewing.stop());
  const retentionMs = config.FEED_RETENTION_HOURS * hourMs;
  const reader = new FeedReader(feedRepository);
  const feed = new Feed({ reader, tail, cursors: new Cursors(secrets), retentionMs });
  return { feed, feedRepository, revocations, typing, viewing, isStopping: () => health.state === 'stopping' };
}

/** A bulkhead: text searches have their own connections, so that a send never waits for a search. */
async function searchDatabase({ config, db, log, onStop }: ServiceResources<Config>): Promise<Database> {
  const searchDb = await connectDatabase({
    url: config.DATABASE_URL_CONVERSATIONS,
    service: 'conversations-search',
    poolSize: config.SEARCH_POOL,
    limits: searchLimits,
    liveness: db.liveness,
    log,
  });
  onStop(() => searchDb.close());
  return searchDb;
}
