export { type TestDatabase, testDatabase } from './database.ts';
export { testServer } from './embedded-postgres.ts';
export { type EventuallyOptions, eventually } from './eventually.ts';
export { type NatsServer, startNatsServer } from './nats-server.ts';
export { type RedisServer, startRedisServer } from './redis-server.ts';
export { describeWithProgram, findProgram } from './server-process.ts';
