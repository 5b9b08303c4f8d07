export { amountOf } from './amount-of.ts';
export { abandonPipelines, Client, head, open, sendLarge, slowBodies, strangers } from './attackers.ts';
export {
  type Answer,
  type ApiClient,
  answerOf,
  type CallOptions,
  clientsOf,
  nextQueryOf,
  type RawCall,
  senderOf,
} from './client.ts';
export { collect } from './collect.ts';
export { type CallerFacts, refusalOf, roleCodes } from './contract-tests/admittance.ts';
export { type BadInputWorld, describeBadInput } from './contract-tests/bad-input.ts';
export { idAt, type Place } from './contract-tests/row.ts';
export { bodyFor, fillPath, makeParams, orphanedRows, paramsIn, rowOf, searchFor } from './contract-tests/rows.ts';
export { fieldsOf } from './contract-tests/schema-walk.ts';
export { changedTables, type Stored, storedRows } from './contract-tests/stored.ts';
export { copiedDatabase, type TestDatabase, testDatabase } from './database.ts';
export { DnsStandIn } from './dns-stand-in.ts';
export { type Draw, drawer } from './drawer.ts';
export { testServer } from './embedded-postgres.ts';
export { Endpoint, type GotCall } from './endpoint.ts';
export { type EventuallyOptions, eventually } from './eventually.ts';
export { backendsOf, freezePostgres } from './frozen-postgres.ts';
export { HeldTimers } from './held-timers.ts';
export { hostileHtml } from './hostile-html.ts';
export { httpCall } from './http-call.ts';
export { Mover } from './mover.ts';
export { type NatsServer, startNatsServer } from './nats-server.ts';
export { actor, anonymous, type Personas, personas, personasOf } from './personas.ts';
export { type PlanNode, plansOf, rowsMet, tableScansOf } from './plans.ts';
export { forgetPeak, peakOf } from './process-memory.ts';
export { processVariables } from './process-variables.ts';
export { type SeenQuery, watchQueries } from './queries.ts';
export { type RedisServer, startRedisServer } from './redis-server.ts';
export { Replica } from './replica.ts';
export { type S3Server, s3Program, startS3Server } from './s3-server.ts';
export { describeWithProgram, findProgram, freePort, startNamedServer, startServer } from './server-process.ts';
export { cheapPasswords, startTestService, type TestService, type TestServiceOptions } from './service.ts';
export { sharedByFiles, stopShared } from './shared.ts';
export { timeoutOf } from './timeout-of.ts';
export { startVersityServer, versityProgram } from './versity-server.ts';
export { visibleText } from './visible-text.ts';
export { randomHours, WallClock } from './wall-clock.ts';
