export { Admission, actorOf, type Standing } from '../../identity/src/admission.ts';
export { type Authorization, readAuthorization } from '../../identity/src/authorization.ts';
export { botIdentity } from '../../identity/src/bots.client.ts';
export { Credentials, type Identity } from '../../identity/src/credentials.ts';
export {
  createIdentities,
  type Identities,
  type IdentitiesOptions,
  identityEvents,
  listenForIdentities,
} from '../../identity/src/identities.ts';
export { importKeys, isSignedByUs, isSignedWithSecret, type KeySet } from '../../identity/src/signatures.ts';
export type {
  IdentitySource,
  Membership,
  Principal,
  ProjectRules,
  PublicKey,
  TokenState,
} from '../../identity/src/source.ts';
export { accessTag, principalTag, projectTag, tokenTag } from '../../identity/src/tags.ts';
export { planToken, type TokenPlan, type TokenRefusal, type TokenRules } from '../../identity/src/token.ts';
export { subscriptionIdentity } from '../../identity/src/webhooks.client.ts';
export { workspaceIdentity } from '../../identity/src/workspace.client.ts';
export type { OutboundAnswer, OutboundFailure, OutboundLimits, OutboundRequest } from '../../outbound/src/exchange.ts';
export { createOutbound, type Outbound, type OutboundOptions } from '../../outbound/src/outbound.ts';
export { isSpecialAddress } from '../../outbound/src/special-address.ts';
export { outboundConfig, outboundOptions } from '../../outbound/src/target.ts';
export { webhookHeaders } from '../../outbound/src/webhook-signature.ts';
export { driftOf } from '../../testkit/src/drift.ts';
export {
  type BusHealth,
  type BusTimings,
  busTimings,
  type Delivery,
  type EventBus,
  type OutgoingEvent,
  type Running,
} from './bus/bus.ts';
export { countEvents, type EventMetrics, noMetrics } from './bus/event-metrics.ts';
export { createMemoryBus, type MemoryBus, type MemoryBusOptions } from './bus/memory-bus.ts';
export { type NatsBusOptions, openNatsBus } from './bus/nats-bus.ts';
export { type Call, checkIfMatch, currentCall, runInCall } from './call/call.ts';
export { isId, newId } from './call/ids.ts';
export { errorOfCode, type ProblemAnswer, problemAnswer, statusOfKind } from './call/problem.ts';
export { Bulkhead } from './concurrency/bulkhead.ts';
export { FairQueue, type FairQueueOptions } from './concurrency/fair-queue.ts';
export { Gathering } from './concurrency/gathering.ts';
export { pause } from './concurrency/pause.ts';
export { Recent } from './concurrency/recent.ts';
export { WorkLoop, type WorkLoopOptions } from './concurrency/work-loop.ts';
export * from './config/config.ts';
export { deadLetterRoutes, type OpsInput, type OpsRoute } from './consumers/dead-letter-routes.ts';
export { type DeadLetter, listDeadLetters } from './consumers/dead-letters.ts';
export { countSuppressed, defaultMaxDepth, isSuppressed } from './consumers/depth.ts';
export { asOf } from './consumers/event-cursors.ts';
export { consumer, EventMisfit, fold, on, type Subscription } from './consumers/subscription.ts';
export { type Subscriptions, type SubscriptionsOptions, startSubscriptions } from './consumers/subscriptions.ts';
export { connectDatabase, type Database, type DatabaseOptions, type Statement } from './database/database.ts';
export { isUniqueViolation, sqlState } from './database/failures.ts';
export { type MigrateOptions, migrate } from './database/migrate.ts';
export { fingerprintOf, type Migration, migrationsOf } from './database/migration-folder.ts';
export {
  type Bind,
  nextLink,
  type Page,
  type Placed,
  pageOf,
  type SortColumn,
  type SortedList,
} from './database/paging.ts';
export type { Scanned } from './database/scan.ts';
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
export { createHealth, type Health, type HealthCheck, type HealthReport, NotReady } from './observability/health.ts';
export { createLogger, type Handled, type Logger, logHandled, outcomeOf } from './observability/log.ts';
export { createMetrics, type Metrics } from './observability/metrics.ts';
export {
  isTraceparent,
  newTraceparent,
  openTracing,
  type Span,
  type Tracing,
  traceIdOf,
} from './observability/tracing.ts';
export { CommitHorizon } from './outbox/commit-horizon.ts';
export { type OutboxRow, type Recorded, shardCount, shardOf } from './outbox/envelope.ts';
export { countEventsOf, type EventsOf, eraseEvents } from './outbox/erase-events.ts';
export { fitData, maxDataBytes } from './outbox/event-size.ts';
export {
  announce,
  appendToOutbox,
  outboxInsert,
  outboxRecords,
  outboxRows,
  outboxWritten,
  sequenceOnceIdentified,
} from './outbox/outbox.ts';
export { type Relay, type RelayOptions, type RelayTimings, startRelay } from './outbox/relay.ts';
export { type ActorTokens, actorTokens, type ServiceTokens, serviceTokens } from './security/actor-token.ts';
export {
  type AddressEntry,
  type AddressList,
  addressList,
  canonicalAddress,
  countedAddress,
  readAddressEntry,
} from './security/address.ts';
export {
  type LimitRule,
  type LimitState,
  type Limits,
  type LimitsHealth,
  type LimitsOptions,
  openLimits,
} from './security/limits.ts';
export { type Secrets, secretsUnder } from './security/secrets.ts';
export { Closers } from './service/closers.ts';
export type { Kit, RunningService, ServiceDefinition, ServiceOptions, StartService } from './service/kit.ts';
export { tlsOf } from './service/open-client.ts';
export { type OpsOptions, type OpsServer, startOpsServer } from './service/ops.ts';
export { runProcess } from './service/process.ts';
export { defineService } from './service/service.ts';
export { every, type Job } from './tasks/jobs.ts';
export {
  enqueueTask,
  enqueueTasks,
  type NewTask,
  taskInsert,
  taskRecords,
  tasksWritten,
  withdrawTasks,
} from './tasks/task.ts';
export {
  type Task,
  type TaskHandler,
  type TaskWorker,
  type TaskWorkerOptions,
  taskWorker,
} from './tasks/task-worker.ts';
