import { AppError, ClientFrame, commonErrors, realtimeErrors } from '@parley/contracts';

/** What a client sent, or nothing for what is no frame of a known action. */
export function readFrame(text: string): ClientFrame | undefined {
  try {
    return ClientFrame.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

export const heartbeatFrame = JSON.stringify({ action: 'heartbeat', payload: { message: { text: 'ping' } } });

/** @param message JSON, which goes into the frame as it is */
export function publishFrame(topic: string, answer: { method: string; message: string; cursor: string }): string {
  const cursor = answer.cursor === '' ? '' : `,"cursor":${JSON.stringify(answer.cursor)}`;
  const rest = `"method":"${answer.method}","message":${answer.message}${cursor}`;
  return `{"action":"publish","payload":{"topic":${JSON.stringify(topic)},${rest}}}`;
}

export function frameOf(action: 'me' | 'auth', payload: object): string {
  return JSON.stringify({ action, payload });
}

export function errorFrame(error: unknown, topic?: string): string {
  const { code, message: msg } = error instanceof AppError ? error : commonErrors.internal();
  return JSON.stringify({ action: 'error', payload: { ...(topic !== undefined && { topic }), code, msg } });
}

/** Whatever the reason is, a topic that somebody may not follow is refused in the same words. */
export function refusalOf(error: unknown): AppError {
  if (!(error instanceof AppError)) return commonErrors.internal({}, error);
  return error.kind === 'unavailable' ? error : realtimeErrors.subscription_refused({}, error);
}
