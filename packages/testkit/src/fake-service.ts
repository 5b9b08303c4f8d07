import type { ServiceName } from '@parley/contracts';
import {
  type AnswerOf,
  type AskedWith,
  type GrpcCaller,
  type GrpcTable,
  type ResponseOf,
  serve,
} from '@parley/service-kit/grpc';
import { defineService, type RunningService } from '@parley/service-kit/service';
import { z } from 'zod';

import { testLog } from './test-log.ts';

/** One call that a fake has answered or refused. */
export interface FakeCall {
  method: string;
  request: unknown;
  caller: GrpcCaller;
}

/** The answers of one gRPC service of another context, and what it was asked. */
export interface FakeService {
  readonly table: GrpcTable<unknown>;
  readonly calls: FakeCall[];
}

/** What a fake answers; a handler may throw an error of a catalogue, as the real service would. */
export type FakeHandlers<Definition> = {
  [Method in keyof Definition]?: (
    request: AskedWith<Definition[Method]>,
    caller: GrpcCaller,
  ) => ResponseOf<Definition[Method]> | AnswerOf<Definition[Method]>;
};

type Loose = (request: unknown, caller: GrpcCaller) => unknown;

/**
 * A stand-in for a gRPC service, spoken to over loopback like the real one. A method without a handler fails as a bug
 * would, so that a test names every call it causes.
 */
export function fakeService<Definition extends object>(
  definition: Definition,
  handlers: FakeHandlers<Definition>,
): FakeService {
  const calls: FakeCall[] = [];
  const answers = Object.keys(definition).map((method) => {
    const handler = handlers[method as keyof Definition] as Loose | undefined;
    // What it returns, a message or a stream of them, goes to the caller as it is.
    const answer = (_context: unknown, request: unknown, caller: GrpcCaller) => {
      calls.push({ method, request, caller });
      if (handler === undefined) throw new Error(`the test has no answer to ${method}`);
      return handler(request, caller);
    };
    return [method, answer] as const;
  });
  const callers = Object.keys(definition).map((method) => [method, 'all'] as const);
  const table = serve<Definition, unknown>(definition, Object.fromEntries(answers) as never, {
    callers: Object.fromEntries(callers) as never,
  });
  return { table, calls };
}

/** Serves the fakes of one context on a free port. */
export function startFakes(
  name: ServiceName,
  fakes: readonly FakeService[],
  env: Record<string, string | undefined>,
): Promise<RunningService> {
  const start = defineService({
    name,
    config: z.object({}),
    context: () => ({}),
    grpc: fakes.map(({ table }) => table),
  });
  return start({ env, log: testLog(name, env.LOG_LEVEL) });
}
