import { AppError, LeadStatus } from '@parley/contracts';
import { isId, newId } from '@parley/service-kit/call';
import type { Database } from '@parley/service-kit/database';
import type { Logger } from '@parley/service-kit/observability';
import { enqueueTask, type NewTask } from '@parley/service-kit/tasks';

import type { ContactsClient } from '../clients/contacts.client.ts';
import {
  isNews,
  type KnownLead,
  type LeadProfile,
  proposedRecord,
  toldRecord,
  type WantedLead,
} from '../request-state/lead.ts';
import type { SupportRequest } from '../request-state/request.ts';
import type { LeadCopies } from './lead.repository.ts';

/** Kind of the task that tells contacts of a lead until it has answered. */
export const ensureLeadTask = 'ensure-lead';

/** After so long without an answer contacts is left in peace for a while: a send must not be slow because it is. */
const peaceMs = 5_000;

type Spoken = Pick<SupportRequest, 'projectId' | 'id' | 'requester' | 'leadId'>;

/** Leads: from the copies, and from contacts what they lack. Without contacts, a lead is proposed and told later. */
export class Leads {
  readonly #db: Database;
  readonly #copies: LeadCopies;
  readonly #contacts: ContactsClient;
  readonly #log: Logger;
  #peaceUntil = 0;

  constructor(parts: { db: Database; copies: LeadCopies; contacts: ContactsClient; log: Logger }) {
    this.#db = parts.db;
    this.#copies = parts.copies;
    this.#contacts = parts.contacts;
    this.#log = parts.log;
  }

  /**
   * The lead of somebody who starts a request. Never fails by contacts, and never waits for it for long.
   * @param known as the copies know him, if they do
   */
  async ensure(projectId: string, profile: LeadProfile, known: KnownLead | undefined): Promise<KnownLead> {
    if (!known) return this.#made(projectId, { ...profile, proposedId: newId() });
    if (!isNews(known, profile)) return known;

    await this.tell(projectId, newId(), { ...profile, proposedId: known.id });
    return { ...known, record: toldRecord(known, profile) };
  }

  /**
   * Has contacts told, now or later, with the ambient transaction if there is one.
   * @param cause names what is told, so that it is told once
   */
  tell(projectId: string, cause: string, wanted: WantedLead): Promise<void> {
    return enqueueTask(this.#db, taskOf(projectId, cause, wanted));
  }

  /** The requester of a request that had not begun has written: his lead is no longer temporary. */
  spoke({ projectId, id, requester, leadId }: Spoken): Promise<void> {
    return this.tell(projectId, id, { leadId: requester, proposedId: leadId, status: LeadStatus.normal });
  }

  /** A living lead by its `_id`. @throws dependency_down when the copy has none and contacts does not answer */
  async get(projectId: string, id: string): Promise<KnownLead | undefined> {
    const known = await this.#copies.get(projectId, id);
    return known || !isId(id) ? known : this.#fetch(projectId, { ids: [id] });
  }

  /** A living lead by its `lead_id`. @throws dependency_down when the copy has none and contacts does not answer */
  async named(projectId: string, leadId: string): Promise<KnownLead | undefined> {
    return (await this.#copies.named(projectId, leadId)) ?? this.#fetch(projectId, { leadIds: [leadId] });
  }

  /** Leads may be used as soon as contacts has answered their creation, before the event reaches the copy. */
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
    const record = proposedRecord(projectId, wanted, new Date());
    const task = taskOf(projectId, wanted.proposedId, wanted);
    const proposed = await this.#copies.propose(projectId, wanted.proposedId, wanted.leadId, record, task);
    const known = proposed ? undefined : await this.#copies.find(projectId, wanted.leadId);
    return known ?? { id: wanted.proposedId, version: -1, record };
  }

  async #ask(projectId: string, wanted: WantedLead) {
    if (performance.now() < this.#peaceUntil) return undefined;
    try {
      return await this.#contacts.ensureLead(projectId, wanted);
    } catch (error) {
      this.#peaceUntil = performance.now() + peaceMs;
      if (!(error instanceof AppError)) this.#log.warn({ err: error }, 'contacts has not answered about a lead');
      return undefined;
    }
  }
}

function taskOf(projectId: string, cause: string, wanted: WantedLead): NewTask {
  return { projectId, id: `lead:${cause}`, kind: ensureLeadTask, payload: wanted };
}
