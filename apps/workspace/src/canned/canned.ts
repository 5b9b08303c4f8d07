import { isDeepStrictEqual } from 'node:util';

import {
  type Actor,
  type CannedResponseView,
  cannedCreated,
  cannedDeleted,
  cannedErrors,
  cannedUpdated,
  type DomainEvent,
  type Role,
  roleReaches,
} from '@parley/contracts';

const CannedStatus = { live: 100, deleted: 1000 } as const;

type JsonObject = Record<string, unknown>;

/** A canned response. */
export interface Canned {
  id: string;
  projectId: string;
  /** Empty: none. */
  title: string;
  text: string;
  /** For the whole team, or for its author alone. */
  shared: boolean;
  status: number;
  attributes: JsonObject;
  createdBy: string;
  createdAt: Date;
  updatedAt: Date;
  version: number;
}

export type CannedUpdate = Partial<Pick<Canned, 'title' | 'text' | 'shared' | 'attributes'>>;

export interface CannedChange {
  next: Canned;
  events: DomainEvent[];
}

export function newCanned(
  id: string,
  projectId: string,
  wanted: CannedUpdate & Pick<Canned, 'text'>,
  by: { id: string; role?: Role },
  at: Date,
): Canned {
  const { text, title = '', shared = mayChangeAll(by.role), attributes = {} } = wanted;
  return {
    ...{ id, projectId, title, text, shared, attributes },
    status: CannedStatus.live,
    createdBy: by.id,
    createdAt: at,
    updatedAt: at,
    version: 0,
  };
}

export function created(canned: Canned): DomainEvent {
  return cannedCreated({ canned: viewOf(canned) });
}

/** A private canned response is visible to its author only, whatever the reader's role. */
export function isVisible(canned: Canned, reader: Actor): boolean {
  return canned.status === CannedStatus.live && (canned.shared || canned.createdBy === reader.id);
}

/** @throws cannedErrors.canned_not_found, not_your_canned_response */
export function update(current: Canned, wanted: CannedUpdate, by: Actor, at: Date): CannedChange {
  refuseOthers(current, by);
  const { title = current.title, text = current.text } = wanted;
  const { shared = current.shared, attributes = current.attributes } = wanted;
  const changed = { ...current, title, text, shared, attributes };
  const changes = (['title', 'text', 'shared', 'attributes'] as const).filter(
    (field) => !isDeepStrictEqual(current[field], changed[field]),
  );
  if (changes.length === 0) return { next: current, events: [] };

  const next = { ...changed, updatedAt: at, version: current.version + 1 };
  return { next, events: [cannedUpdated({ canned: viewOf(next), changes })] };
}

/** @throws cannedErrors.canned_not_found, not_your_canned_response */
export function remove(current: Canned, by: Actor, at: Date): CannedChange {
  refuseOthers(current, by);
  const next = { ...current, status: CannedStatus.deleted, updatedAt: at, version: current.version + 1 };
  return { next, events: [cannedDeleted({ canned: viewOf(next) })] };
}

function refuseOthers(current: Canned, by: Actor): void {
  if (!isVisible(current, by)) throw cannedErrors.canned_not_found();
  if (current.createdBy !== by.id && !mayChangeAll(by.role)) throw cannedErrors.not_your_canned_response();
}

function mayChangeAll(role: Role | undefined): boolean {
  return roleReaches(role, 'admin');
}

export function viewOf(canned: Canned): CannedResponseView {
  return {
    _id: canned.id,
    id: canned.id,
    id_project: canned.projectId,
    title: canned.title === '' ? undefined : canned.title,
    text: canned.text,
    shared: canned.shared,
    attributes: canned.attributes,
    status: canned.status,
    createdBy: canned.createdBy,
    createdAt: canned.createdAt.toISOString(),
    updatedAt: canned.updatedAt.toISOString(),
    __v: canned.version,
  };
}
