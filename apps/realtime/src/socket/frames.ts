import { AppError, ClientFrame, commonErrors, realtimeErrors } from '@parley/contracts';

/** Parses a client frame; `undefined` for an unknown action or an invalid frame. */
export function readFrame(text: string): ClientFrame | undefined {
  try {
    return ClientFrame.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

export const heartbeatFrame = JSON.stringify({ action: 'heartbeat', payload: { message: { text: 'ping' } } });

/** @param message JSON, embedded as is */
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

/** Refusals are uniform: they do not reveal why a topic may not be followed. */
export function refusalOf(error: unknown): AppError {
  if (!(error instanceof AppError)) return commonErrors.internal({}, error);
  return error.kind === 'unavailable' ? error : realtimeErrors.subscription_refused({}, error);
}
