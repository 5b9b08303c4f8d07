export { type ActorTokens, actorTokens, type ServiceTokens, serviceTokens } from './actor-token.ts';
export { Bulkhead } from './bulkhead.ts';
export { type Call, checkIfMatch, currentCall, runInCall } from './call.ts';
export { Closers } from './closers.ts';
export * from './config.ts';
export { connectDatabase, type Database, type DatabaseOptions, type Statement } from './database/database.ts';
export { driftOf } from './database/drift.ts';
export { isUniqueViolation, sqlState } from './database/failures.ts';
export { type MigrateOptions, migrate } from './database/migrate.ts';
export { fingerprintOf, type Migration, migrationsOf } from './database/migration-folder.ts';
export type { Scanned } from './database/scan.ts';
export {
  enqueueTask,
  enqueueTasks,
  type NewTask,
  taskInsert,
  taskRecords,
  tasksWritten,
  withdrawTasks,
} from './database/task.ts';
export {
  type Task,
  type TaskHandler,
  type TaskWorker,
  type TaskWorkerOptions,
  taskWorker,
} from './database/task-worker.ts';
export {
  type BusHealth,
  type BusTimings,
  busTimings,
  type Delivery,
  type EventBus,
  type OutgoingEvent,
  type Running,
} from './events/bus.ts';
export { CommitHorizon } from './events/commit-horizon.ts';
export { deadLetterRoutes, type OpsInput, type OpsRoute } from './events/dead-letter-routes.ts';
export { type DeadLetter, listDeadLetters } from './events/dead-letters.ts';
export { countSuppressed, defaultMaxDepth, isSuppressed } from './events/depth.ts';
export { type OutboxRow, type Recorded, shardCount, shardOf } from './events/envelope.ts';
export { countEventsOf, type EventsOf, eraseEvents } from './events/erase-events.ts';
export { asOf } from './events/event-cursors.ts';
export { countEvents, type EventMetrics, noMetrics } from './events/event-metrics.ts';
export { fitData, maxDataBytes } from './events/event-size.ts';
export { FairQueue, type FairQueueOptions } from './events/fair-queue.ts';
export { createMemoryBus, type MemoryBus, type MemoryBusOptions } from './events/memory-bus.ts';
export { type NatsBusOptions, openNatsBus } from './events/nats-bus.ts';
export {
  announce,
  appendToOutbox,
  outboxInsert,
  outboxRecords,
  outboxRows,
  outboxWritten,
  sequenceOnceIdentified,
} from './events/outbox.ts';
export { type Relay, type RelayOptions, type RelayTimings, startRelay } from './events/relay.ts';
export { consumer, EventMisfit, fold, on, type Subscription } from './events/subscription.ts';
export { type Subscriptions, type SubscriptionsOptions, startSubscriptions } from './events/subscriptions.ts';
export { Gathering } from './gathering.ts';
export { client, type PromiseClient } from './grpc/client.ts';
export { orNothing } from './grpc/or-nothing.ts';
export {
  type AnswerOf,
  type GrpcCaller,
  type GrpcHandler,
  type GrpcTable,
  type RequestOf,
  type ResponseOf,
  serve,
} from './grpc/serve.ts';
export { createHealth, type Health, type HealthCheck, type HealthReport, NotReady } from './health.ts';
export { defaultBodyLimit, hasBody, readBody } from './http/body.ts';
export { handleCalls, onceClosed } from './http/calls.ts';
export { CsvFault, type CsvRow, csvLine, readCsv } from './http/csv.ts';
export { gatewayHeaders } from './http/headers.ts';
export { type AnswersOf, countAnswersOf, eraseAnswers } from './http/idempotency.ts';
export {
  answer,
  combine,
  type Exchange,
  type HttpTable,
  implement,
  type Operation,
  type RawOperation,
  rendered,
} from './http/implement.ts';
export { onceForBody, type RawCallOnce } from './http/raw-once.ts';
export { addressOf, type CallListener, drain, type LocalServers, listen, type Upgrades } from './http/server.ts';
export { streamText } from './http/stream-text.ts';
export { endAnswer, leavesBody, readOff } from './http/unread-body.ts';
export {
  type AddressEntry,
  type AddressList,
  addressList,
  canonicalAddress,
  countedAddress,
  readAddressEntry,
} from './identity/address.ts';
export { Admission, actorOf, type Standing } from './identity/admission.ts';
export { type Authorization, readAuthorization } from './identity/authorization.ts';
export { botIdentity } from './identity/bots.client.ts';
export { Credentials, type Identity } from './identity/credentials.ts';
export {
  createIdentities,
  type Identities,
  type IdentitiesOptions,
  identityEvents,
  listenForIdentities,
} from './identity/identities.ts';
export { importKeys, isSignedByUs, isSignedWithSecret, type KeySet } from './identity/signatures.ts';
export type { IdentitySource, Membership, Principal, ProjectRules, PublicKey, TokenState } from './identity/source.ts';
export { accessTag, principalTag, projectTag, tokenTag } from './identity/tags.ts';
export { planToken, type TokenPlan, type TokenRefusal, type TokenRules } from './identity/token.ts';
export { subscriptionIdentity } from './identity/webhooks.client.ts';
export { workspaceIdentity } from './identity/workspace.client.ts';
export { isId, newId } from './ids.ts';
export { every, type Job } from './jobs.ts';
export type { Kit, RunningService, ServiceDefinition, ServiceOptions, StartService } from './kit.ts';
export {
  type LimitRule,
  type LimitState,
  type Limits,
  type LimitsHealth,
  type LimitsOptions,
  openLimits,
} from './limits.ts';
export { createLogger, type Handled, type Logger, logHandled, outcomeOf } from './log.ts';
export { createMetrics, type Metrics } from './metrics.ts';
export { tlsOf } from './open-client.ts';
export { type OpsOptions, type OpsServer, startOpsServer } from './ops.ts';
export type { OutboundAnswer, OutboundFailure, OutboundLimits, OutboundRequest } from './outbound/exchange.ts';
export { createOutbound, type Outbound, type OutboundOptions } from './outbound/outbound.ts';
export { isSpecialAddress } from './outbound/special-address.ts';
export { outboundConfig, outboundOptions } from './outbound/target.ts';
export { webhookHeaders } from './outbound/webhook-signature.ts';
export { type Bind, nextLink, type Page, type Placed, pageOf, type SortColumn, type SortedList } from './paging.ts';
export { pause } from './pause.ts';
export { errorOfCode, type ProblemAnswer, problemAnswer, statusOfKind } from './problem.ts';
export { runProcess } from './process.ts';
export { Recent } from './recent.ts';
export { type Secrets, secretsUnder } from './secrets.ts';
export { defineService } from './service.ts';
export { isTraceparent, newTraceparent, openTracing, type Span, type Tracing, traceIdOf } from './tracing.ts';
export { WorkLoop, type WorkLoopOptions } from './work-loop.ts';
