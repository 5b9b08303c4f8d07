export { client, type PromiseClient } from './client.ts';
export { parseJson } from './parse-json.ts';
export {
  type AnswerOf,
  type AskedWith,
  type GrpcCaller,
  type GrpcHandler,
  type GrpcTable,
  type ResponseOf,
  serve,
} from './serve.ts';
export { type TlsFiles, tlsOf } from './tls-files.ts';
export { undefinedIfNotFound } from './undefined-if-not-found.ts';
