import { AppError, LeadStatus } from '@parley/contracts';
import { isId, newId } from '@parley/service-kit/call';
import type { Database } from '@parley/service-kit/database';
import type { Logger } from '@parley/service-kit/observability';
import { enqueueTask, type NewTask } from '@parley/service-kit/tasks';

import type { ContactsClient } from '../clients/contacts.client.ts';
import {
  hasNewDetails,
  type KnownLead,
  type LeadProfile,
  proposedRecord,
  updatedLeadRecord,
  type WantedLead,
} from '../request-state/lead.ts';
import type { SupportRequest } from '../request-state/request.ts';
import type { LeadCopies } from './lead.repository.ts';

/** Kind of the task that ensures a lead at contacts. */
export const ensureLeadTask = 'ensure-lead';

/** Circuit breaker: no calls for this long after a failure, so that a slow contacts service does not slow sends. */
const cooldownMs = 5_000;

type StartedRequest = Pick<SupportRequest, 'projectId' | 'id' | 'requester' | 'leadId'>;

/** Leads from the read model, and from contacts those that it lacks. While contacts is unavailable, leads are proposed here and ensured later. */
export class Leads {
  readonly #db: Database;
  readonly #copies: LeadCopies;
  readonly #contacts: ContactsClient;
  readonly #log: Logger;
  #cooldownUntil = 0;

  constructor(parts: { db: Database; copies: LeadCopies; contacts: ContactsClient; log: Logger }) {
    this.#db = parts.db;
    this.#copies = parts.copies;
    this.#contacts = parts.contacts;
    this.#log = parts.log;
  }

  /**
   * The lead of a new request's requester. Never fails because of contacts, and never waits for it for long.
   * @param known the lead in the read model, if any
   */
  async ensure(projectId: string, profile: LeadProfile, known: KnownLead | undefined): Promise<KnownLead> {
    if (!known) return this.#made(projectId, { ...profile, proposedId: newId() });
    if (!hasNewDetails(known, profile)) return known;

    await this.enqueueEnsure(projectId, newId(), { ...profile, proposedId: known.id });
    return { ...known, record: updatedLeadRecord(known, profile) };
  }

  /**
   * Enqueues the task that ensures a lead at contacts, in the ambient transaction if there is one.
   * @param cause dedupe key of the task
   */
  enqueueEnsure(projectId: string, cause: string, wanted: WantedLead): Promise<void> {
    return enqueueTask(this.#db, taskOf(projectId, cause, wanted));
  }

  /** The requester has sent their first message, so their lead is no longer temporary. */
  markWritten({ projectId, id, requester, leadId }: StartedRequest): Promise<void> {
    return this.enqueueEnsure(projectId, id, { leadId: requester, proposedId: leadId, status: LeadStatus.normal });
  }

  /** By `_id`, without deleted ones. @throws dependency_down when the read model has none and contacts does not answer */
  async get(projectId: string, id: string): Promise<KnownLead | undefined> {
    const known = await this.#copies.get(projectId, id);
    return known || !isId(id) ? known : this.#fetch(projectId, { ids: [id] });
  }

  /** By `lead_id`, without deleted ones. @throws dependency_down when the read model has none and contacts does not answer */
  async findByLeadId(projectId: string, leadId: string): Promise<KnownLead | undefined> {
    return (await this.#copies.named(projectId, leadId)) ?? this.#fetch(projectId, { leadIds: [leadId] });
  }

  /** A caller may use a lead as soon as contacts has created it, before its event reaches the read model. */
  async #fetch(projectId: string, by: { ids?: string[]; leadIds?: string[] }): Promise<KnownLead | undefined> {
    const [lead] = await this.#contacts.getLeads(projectId, by);
    if (!lead) return undefined;
    const deleted = lead.status === LeadStatus.trashed;
    await this.#copies.keep({ projectId, ...lead, deleted });
    return deleted ? undefined : lead;
  }

  async #made(projectId: string, wanted: WantedLead): Promise<KnownLead> {
    const lead = await this.#ask(projectId, wanted);
    if (lead) {
      await this.#copies.keep({ projectId, ...lead, deleted: false });
      return lead;
    }
    const { proposedId: id, leadId } = wanted;
    const task = taskOf(projectId, id, wanted);
    const proposed = await this.#copies.propose(projectId, id, leadId, proposedRecord(projectId, wanted), task);
    const known = proposed.isStored ? undefined : await this.#copies.find(projectId, leadId);
    return known ?? { id, version: -1, record: proposed.record };
  }

  async #ask(projectId: string, wanted: WantedLead) {
    if (performance.now() < this.#cooldownUntil) return undefined;
    try {
      return await this.#contacts.ensureLead(projectId, wanted);
    } catch (error) {
      this.#cooldownUntil = performance.now() + cooldownMs;
      if (!(error instanceof AppError)) this.#log.warn({ err: error }, 'ensuring a lead at contacts failed');
      return undefined;
    }
  }
}

function taskOf(projectId: string, cause: string, wanted: WantedLead): NewTask {
  return { projectId, id: `lead:${cause}`, kind: ensureLeadTask, payload: wanted };
}
