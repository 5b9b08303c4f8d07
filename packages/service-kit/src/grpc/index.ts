export { client, type PromiseClient } from './client.ts';
export { orNothing } from './or-nothing.ts';
export {
  type AnswerOf,
  type GrpcCaller,
  type GrpcHandler,
  type GrpcTable,
  type RequestOf,
  type ResponseOf,
  serve,
} from './serve.ts';
