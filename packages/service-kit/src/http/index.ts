export { runBatch } from './batch.ts';
export { bodyChunks, defaultBodyLimit, hasBody, readBody } from './body.ts';
export { handleCalls, onceClosed } from './calls.ts';
export { byteOrderMark, CsvFault, type CsvRow, csvLine, readCsv } from './csv.ts';
export { gatewayHeaders } from './headers.ts';
export { type AnswersOf, countAnswersOf, eraseAnswers } from './idempotency.ts';
export {
  combine,
  type HttpRoute,
  type HttpTable,
  implement,
  type Operation,
  type RawCall,
  type RawOperation,
} from './implement.ts';
export { contentTypeWrong } from './json.ts';
export { onceForBody } from './raw-once.ts';
export { type Answered, answer, bodyOf, headersOf, Reply, rendered } from './reply.ts';
export { addressOf, type CallListener, drain, type LocalServers, listen, type Upgrades } from './server.ts';
export { streamText } from './stream-text.ts';
export { discardBody, endAnswer, leavesBody } from './unread-body.ts';
