import { isDeepStrictEqual } from 'node:util';

import {
  type AppError,
  type DomainEvent,
  jsonBytes,
  type LeadRecordView,
  LeadStatus,
  type LeadText,
  leadCreated,
  leadDeleted,
  leadTexts,
  leadUpdated,
  type TagCopyChange,
  validationFailed,
  withTagChange,
} from '@parley/contracts';

type JsonObject = Record<string, unknown>;

/** A person known to a project; unknown fields are `null`. */
export type Lead = Record<LeadText, string | null> & {
  id: string;
  projectId: string;
  /** `lead_id`, the caller's own id of the person; never changes. */
  leadId: string;
  attributes: JsonObject;
  properties: JsonObject;
  tags: string[];
  status: LeadStatus;
  createdBy: string;
  createdAt: Date;
  updatedAt: Date;
  version: number;
};

/** What may be written; absent is unchanged, `null` is no value. */
export type LeadWriting = Partial<Record<LeadText, string | null>> &
  Partial<Pick<Lead, 'attributes' | 'properties' | 'tags'>>;

export interface LeadChange {
  next: Lead;
  events: DomainEvent[];
}

const maxTags = 100;
const maxBytes = 65_536;
const noTexts = Object.fromEntries(leadTexts.map((name) => [name, null])) as Record<LeadText, null>;

export function newLead(
  about: Pick<Lead, 'id' | 'projectId' | 'leadId' | 'createdBy' | 'createdAt'> & { status?: LeadStatus },
  written: LeadWriting,
): Lead {
  return {
    ...noTexts,
    attributes: {},
    properties: {},
    tags: [],
    status: LeadStatus.normal,
    ...given(written),
    ...about,
    updatedAt: about.createdAt,
    version: 0,
  };
}

export function created(lead: Lead, origin: 'api' | 'conversation'): DomainEvent {
  return leadCreated({ lead: viewOf(lead), origin });
}

/** Replaces the given fields. Source: contract 30 section 2.3. */
export function update(current: Lead, written: LeadWriting & { status?: LeadStatus }, at: Date): LeadChange {
  const { status = current.status, ...fields } = written;
  const change = changed(current, { ...current, ...given(fields), status }, at);
  const isTrashed = status === LeadStatus.trashed && current.status !== LeadStatus.trashed;
  return isTrashed ? trashed(change.next) : change;
}

/** Merges the first level of an object; `null` removes a member. */
export function mergeObject(
  current: Lead,
  name: 'attributes' | 'properties',
  members: JsonObject,
  at: Date,
): LeadChange {
  return changed(current, { ...current, [name]: merged(current[name], members) }, at);
}

/** Merges a create into an existing lead: adds and replaces values, never removes any. Source: contract 30 section 2.1. */
export function mergeCreate(current: Lead, written: LeadWriting, at: Date): LeadChange {
  const texts = Object.fromEntries(leadTexts.flatMap((name) => (written[name] ? [[name, written[name]]] : [])));
  const { attributes, properties, tags = [] } = written;
  return changed(
    current,
    {
      ...current,
      ...texts,
      attributes: attributes ? { ...current.attributes, ...attributes } : current.attributes,
      properties: properties ? { ...current.properties, ...properties } : current.properties,
      tags: united(current.tags, tags),
      status: current.status === LeadStatus.trashed ? LeadStatus.normal : current.status,
    },
    at,
  );
}

export function addTags(current: Lead, tags: readonly string[], at: Date): LeadChange {
  return changed(current, { ...current, tags: united(current.tags, tags) }, at);
}

export function removeTag(current: Lead, tag: string, at: Date): LeadChange {
  return changed(current, { ...current, tags: current.tags.filter((one) => one !== tag) }, at);
}

/** The tag of the project has another name now, or is taken off everything. */
export function followTag(current: Lead, change: TagCopyChange, at: Date): LeadChange {
  const tags = withTagChange(current.tags, change, { isNamed: (tag, name) => tag === name, renamed: (_, to) => to });
  return changed(current, { ...current, tags: [...tags] }, at);
}

/** The error of a lead that merging made too large, although each input was within the limits. */
function overgrown({ tags, attributes, properties }: Lead): AppError | undefined {
  const faults = [
    ...(tags.length > maxTags ? [{ param: 'tags', msg: `At most ${maxTags} tags` }] : []),
    ...(jsonBytes(attributes) > maxBytes ? [{ param: 'attributes', msg: `At most ${maxBytes} bytes` }] : []),
    ...(jsonBytes(properties) > maxBytes ? [{ param: 'properties', msg: `At most ${maxBytes} bytes` }] : []),
  ];
  return faults.length > 0 ? validationFailed(faults.map((fault) => ({ ...fault, location: 'body' }))) : undefined;
}

/** Moves a lead to the trash; idempotent. */
export function trash(current: Lead, at: Date): LeadChange {
  return update(current, { status: LeadStatus.trashed }, at);
}

export function removed(lead: Lead): DomainEvent {
  return leadDeleted({ lead: viewOf(lead), mode: 'physical' });
}

/** Removes all personal data from a lead, and frees its `lead_id` for a new person. Source: contract 30 section 5.2. */
export function erased(current: Lead, leadId: string, at: Date): LeadChange {
  const blank = { ...noTexts, attributes: {}, properties: {}, tags: [], status: LeadStatus.trashed };
  const next = { ...current, ...blank, leadId, updatedAt: at, version: current.version + 1 };
  return { next, events: [leadDeleted(erasedLead(current))] };
}

/** All that events contain of an erased lead. */
export function erasedLead({ id, projectId }: Pick<Lead, 'id' | 'projectId'>) {
  return { lead: { _id: id, id, id_project: projectId }, mode: 'erased' as const };
}

/** Details of a visitor who writes. Source: contract 30 section 6. */
export interface Visitor {
  fullname?: string;
  /** The name was generated. */
  isNameGenerated?: boolean;
  email?: string;
  phone?: string;
  status: LeadStatus;
}

/** Merges the details of a known visitor who writes again: they replace current values, and restore the lead from the trash. */
export function mergeVisitor(current: Lead, visitor: Visitor, at: Date): LeadChange {
  const keepsName = visitor.isNameGenerated && current.fullname !== null;
  const isNormal = current.status === LeadStatus.trashed || visitor.status === LeadStatus.normal;
  return changed(
    current,
    {
      ...current,
      fullname: keepsName ? current.fullname : (visitor.fullname ?? current.fullname),
      email: visitor.email ?? current.email,
      phone: visitor.phone ?? current.phone,
      status: isNormal ? LeadStatus.normal : current.status,
    },
    at,
  );
}

/** Fills empty fields only. */
export function fill(current: Lead, { fullname, email, phone }: Omit<Visitor, 'status'>, at: Date): LeadChange {
  return changed(
    current,
    {
      ...current,
      fullname: current.fullname ?? fullname ?? null,
      email: current.email ?? email ?? null,
      phone: current.phone ?? phone ?? null,
    },
    at,
  );
}

const wireFields = [...leadTexts, 'attributes', 'properties', 'tags', 'status'] as const;

/** @throws validation_failed when the lead exceeds a limit */
function changed(current: Lead, wanted: Lead, at: Date): LeadChange {
  const changes = wireFields.filter((name) => !isDeepStrictEqual(current[name], wanted[name]));
  if (changes.length === 0) return { next: current, events: [] };
  const refusal = overgrown(wanted);
  if (refusal) throw refusal;

  const next = { ...wanted, updatedAt: at, version: current.version + 1 };
  return { next, events: [leadUpdated({ lead: viewOf(next), changes })] };
}

function trashed(next: Lead): LeadChange {
  return { next, events: [leadDeleted({ lead: viewOf(next), mode: 'trash' })] };
}

function given<Written extends object>(written: Written): Written {
  return Object.fromEntries(Object.entries(written).filter(([, value]) => value !== undefined)) as Written;
}

function merged(current: JsonObject, members: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries({ ...current, ...members }).filter(([, value]) => value !== null));
}

function united(current: readonly string[], tags: readonly string[]): string[] {
  return [...new Set([...current, ...tags])];
}

export function viewOf(lead: Lead): LeadRecordView {
  const texts = Object.fromEntries(leadTexts.flatMap((name) => (lead[name] === null ? [] : [[name, lead[name]]])));
  return {
    _id: lead.id,
    id: lead.id,
    id_project: lead.projectId,
    lead_id: lead.leadId,
    ...texts,
    attributes: lead.attributes,
    properties: lead.properties,
    tags: lead.tags,
    status: lead.status,
    createdBy: lead.createdBy,
    createdAt: lead.createdAt.toISOString(),
    updatedAt: lead.updatedAt.toISOString(),
    __v: lead.version,
  };
}
