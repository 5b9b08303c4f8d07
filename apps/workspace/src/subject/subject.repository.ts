import { noProject } from '@parley/contracts';
import type { Database } from '@parley/service-kit/database';
import { type AnswersOf, countAnswersOf, eraseAnswers } from '@parley/service-kit/http';
import { countEventsOf, type EventsOf, eraseEvents } from '@parley/service-kit/outbox';

import type { PrismaClient } from '../generated/prisma/client.ts';
import type { Teammate } from '../teammate/teammate.ts';
import type { TokenRepository } from '../token/token.repository.ts';
import type { VisitorRepository } from '../visitor/visitor.repository.ts';
import { type Counts, pseudonymOf, type Subject } from './subject.ts';

interface IssuedRow {
  id: string;
  jti: string;
}

/** The visitor's membership and all tokens issued to them. */
interface SubjectData {
  visitor: Teammate | undefined;
  tokens: IssuedRow[];
  /** The visitor returned under the same id; records without a date belong to the new membership. */
  isBack: boolean;
}

/**
 * Everything this service stores about one visitor. Rows are deleted last: they lead to the visitor's events, and an event
 * that is not published yet cannot be erased.
 */
export class SubjectRepository {
  readonly #db: Database<PrismaClient>;
  readonly #visitors: VisitorRepository;
  readonly #tokens: TokenRepository;

  constructor(db: Database<PrismaClient>, dependencies: { visitors: VisitorRepository; tokens: TokenRepository }) {
    this.#db = db;
    this.#visitors = dependencies.visitors;
    this.#tokens = dependencies.tokens;
  }

  async visitorOf(subject: Subject): Promise<Teammate | undefined> {
    return (await this.#read(subject)).visitor;
  }

  /** Repeatable: the next call erases what had to wait. */
  async erase(subject: Subject): Promise<Counts> {
    const { projectId, leadId: principalId } = subject;
    const { visitor, tokens, isBack } = await this.#read(subject);
    if (visitor) {
      // Revoke tokens first: the visitor loses access at once, however long the rest takes.
      for (const kind of ['guest', 'external'] as const)
        await this.#tokens.revokeAll({ kind, principalId, projectId, reason: 'removed' });
    }
    const jtis = tokens.map(({ jti }) => jti);
    const signIns = await this.#db.query(deleteSignIns, [noProject, principalId, jtis]);
    const events = await eraseEvents(this.#db, eventsOf(subject, visitor, tokens));
    return {
      memberships: visitor && (await this.#eraseVisitor(subject, visitor)) ? 1 : 0,
      tokens: await this.#dropTokens(subject, tokens),
      presences: isBack ? 0 : (await this.#db.query(deletePresence, [projectId, principalId])).length,
      events: signIns.length + events,
      answers: (await eraseAnswers(this.#db, answersOf(subject))) + (await eraseAnswers(this.#db, arrivalOf(subject))),
    };
  }

  async count(subject: Subject): Promise<Counts> {
    const { projectId, leadId } = subject;
    const { visitor, tokens, isBack } = await this.#read(subject);
    const jtis = tokens.map(({ jti }) => jti);
    const signIns = await this.#db.query(findSignIns, [noProject, leadId, jtis]);
    const presences = isBack ? [] : await this.#db.query(findPresence, [projectId, leadId]);
    return {
      memberships: visitor ? 1 : 0,
      tokens: tokens.length,
      presences: presences.length,
      events: signIns.length + (await countEventsOf(this.#db, eventsOf(subject, visitor, tokens))),
      answers:
        (await countAnswersOf(this.#db, answersOf(subject))) + (await countAnswersOf(this.#db, arrivalOf(subject))),
    };
  }

  /** Leaves out what belongs to a returned visitor: a newer membership and its tokens. */
  async #read({ projectId, leadId, until }: Subject): Promise<SubjectData> {
    const visitor = await this.#visitors.find(projectId, leadId);
    const tokens = await this.#tokens.listOf(projectId, leadId);
    if (!visitor || visitor.createdAt <= until) return { visitor, tokens, isBack: false };
    const old = tokens.filter(({ createdAt }) => createdAt < visitor.createdAt);
    return { visitor: undefined, tokens: old, isBack: true };
  }

  #eraseVisitor(subject: Subject, { id }: Teammate): Promise<boolean> {
    return this.#db.transaction(() =>
      this.#visitors.erase(subject.projectId, subject.leadId, pseudonymOf(subject), async (current) => {
        if (current.id !== id) return false;
        return (await countEventsOf(this.#db, eventsOf(subject, current, []))) === 0;
      }),
    );
  }

  async #dropTokens(subject: Subject, tokens: readonly IssuedRow[]): Promise<number> {
    const jtis = tokens.map(({ jti }) => jti);
    const signIns = await this.#db.query(findSignIns, [noProject, subject.leadId, jtis]);
    const events = await countEventsOf(this.#db, eventsOf(subject, undefined, tokens));
    return signIns.length + events > 0 ? 0 : this.#tokens.drop(subject.projectId, jtis);
  }
}

function eventsOf(subject: Subject, visitor: Teammate | undefined, tokens: readonly IssuedRow[]): EventsOf {
  const partitionKeys = [...(visitor ? [visitor.id] : []), ...tokens.map(({ id }) => id)];
  const spare = `"uuid_user":"${pseudonymOf(subject)}"`;
  return { projectId: subject.projectId, partitionKeys, principal: subject.leadId, spare };
}

function answersOf({ projectId, leadId }: Subject): AnswersOf {
  return { projectId, principals: [leadId], paths: [], mentions: [JSON.stringify(leadId)] };
}

/** The stored answer of a guest's sign-in, which has no project, as the sign-in's event. */
function arrivalOf({ leadId }: Subject): AnswersOf {
  return { projectId: noProject, principals: [leadId], paths: [] };
}

/** Sign-in events have no project and are keyed by the visitor's id, so they are deleted entirely. */
const signIns = `id_project = $1 and partition_key = $2 and type = 'user.signed_in'
  and event::jsonb #>> '{data,jti}' = any($3)`;
const deleteSignIns = {
  name: 'sign_ins_forget',
  text: `delete from outbox where ${signIns} and published_at is not null returning 1`,
};
const findSignIns = { name: 'sign_ins_find', text: `select from outbox where ${signIns}` };

const ofPrincipal = 'id_project = $1 and id_principal = $2';
const deletePresence = { name: 'presence_forget', text: `delete from presences where ${ofPrincipal} returning 1` };
const findPresence = { name: 'presence_find', text: `select from presences where ${ofPrincipal}` };
