import { AppError } from '@parley/contracts';
import { logHandled, outcomeOf, traceIdOf } from '@parley/service-kit/observability';

import type { Context } from './context.ts';
import type { GatewayCall } from './gateway-call.ts';

/** Writes the log line, metrics and span of a finished call. Never an address or a path: they may hold a token. */
export function conclude({ log, metrics }: Context, call: GatewayCall, status: number, isWhole: boolean): void {
  const { operation, requestId, projectId, span, failure, beganAt } = call;
  const line = {
    transport: 'http' as const,
    operation,
    ...judge(failure, status, isWhole),
    durationMs: Math.round((performance.now() - beganAt) * 1000) / 1000,
    requestId,
    traceId: traceIdOf(span.traceparent),
    projectId,
    reason: reasonOf(failure),
    error: failure,
  };
  if (failure !== undefined) span.fail(failure);
  span.end();
  metrics.handled(line);
  logHandled(log, line, 'info');
}

/** Why credentials were refused: for the log alone, since every such answer is the same. */
function reasonOf(failure: unknown): string | undefined {
  const isAboutCredentials =
    failure instanceof AppError && (failure.kind === 'unauthorized' || failure.code === 'authorization_malformed');
  return isAboutCredentials && failure.cause instanceof Error ? failure.cause.message : undefined;
}

function judge(failure: unknown, status: number, isWhole: boolean) {
  if (failure !== undefined) return outcomeOf(failure);
  // Cut off by either side: the service's own log line says which.
  if (!isWhole) return { outcome: 'refused' as const, code: 'cut_off' };
  // A failure of a service is in its own log, with its stack; here it is only counted.
  return status < 400 ? { outcome: 'ok' as const } : { outcome: 'refused' as const, code: String(status) };
}
