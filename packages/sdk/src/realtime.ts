export { topics } from './generated/topics.ts';
export { applyFrame } from './realtime/apply-frame.ts';
export { connect } from './realtime/connect.ts';
export type {
  ConnectOptions,
  Frame,
  Live,
  LiveStatus,
  Sharing,
  SubscribeOptions,
  TopicHandlers,
  Transport,
} from './realtime/types.ts';
