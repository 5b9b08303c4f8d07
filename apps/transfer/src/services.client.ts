import { setTimeout as delay } from 'node:timers/promises';

import { AppError } from '@parley/contracts';
import {
  type BeginResponse,
  type LoadResponse,
  ObjectServiceService,
  TransferServiceService,
} from '@parley/proto-gen/transfer/v1/transfer';
import type { Owner } from '@parley/service-kit/archive';
import { client, type PromiseClient } from '@parley/service-kit/grpc';

import { type Connection, owners } from './config.ts';

/** A batch takes as long as a busy database needs; its service ends the transaction after ten seconds. */
const deadlineMs = 60_000;
/** How long a service may be away: long enough for a rollout. */
const patienceMs = 300_000;
const longestPauseMs = 5_000;

/** What an owner answers to a batch. */
export type BatchAnswer = LoadResponse;
/** How far an owner is with an import. */
export type ImportAtOwner = BeginResponse;

/** The services, as this program calls them. */
export interface Services {
  of(owner: Owner): PromiseClient<typeof TransferServiceService>;
  objects: PromiseClient<typeof ObjectServiceService>;
  close(): void;
}

export function connect({ addresses, actorKey, tls }: Connection): Services {
  const open = <Definition extends object>(definition: Definition, to: Owner) =>
    client(definition, { address: addresses.get(to) ?? '', from: 'transfer', to, actorKey, tls, deadlineMs });
  const clients = new Map(owners.map((owner) => [owner, open(TransferServiceService, owner)]));
  const objects = open(ObjectServiceService, 'media');
  return {
    of(owner) {
      const found = clients.get(owner);
      if (!found) throw new Error(`no client of ${owner}`);
      return found;
    },
    objects,
    close() {
      for (const one of clients.values()) one.close();
      objects.close();
    },
  };
}

/** Repeats a call while its service is not there. Every call of this program may be repeated. */
export async function patiently<T>(call: () => Promise<T>, stopping: AbortSignal): Promise<T> {
  const until = Date.now() + patienceMs;
  for (let pauseMs = 100; ; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
    try {
      return await call();
    } catch (error) {
      if (!isAbsence(error) || Date.now() > until) throw error;
    }
    await delay(pauseMs, undefined, { signal: stopping });
  }
}

export function isAbsence(error: unknown): boolean {
  return error instanceof AppError && ['unavailable', 'timeout'].includes(error.kind);
}
