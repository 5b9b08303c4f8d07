import { commonErrors, type DomainEvent, invitationErrors, type JoinOrigin, type PageQuery } from '@parley/contracts';
import { checkIfMatch, newId } from '@parley/service-kit/call';
import { binder, type Database, type Placed, pageOf, type SortedList } from '@parley/service-kit/database';
import { announce } from '@parley/service-kit/outbox';

import { hashOfCode, newCode } from '../code/code.ts';
import type { InvitationCode, Invitation as InvitationRow, PrismaClient } from '../generated/prisma/client.ts';
import type { ProjectRepository } from '../project/project.repository.ts';
import { personOf, type TeammateRepository } from '../teammate/teammate.repository.ts';
import { type Teammate, viewOf as teammateViewOf } from '../teammate/teammate.ts';
import type { User } from '../user/user.ts';
import { type Invitation, type Invited, invitedAndJoined, invitedToJoin, newInvitation } from './invitation.ts';

type SortField = 'createdAt' | 'email';

const list: SortedList<SortField> = {
  name: 'invitations',
  columns: { createdAt: { sql: 'created_at', type: 'timestamptz' }, email: { sql: 'email', type: 'text' } },
  id: 'id',
  defaultField: 'createdAt',
};

interface InvitationContext {
  projectId: string;
  projectName: string;
  /** The inviter's user id. */
  by: string;
  at: Date;
}

/** The only writer of `invitations` and `invitation_codes`. */
export class InvitationRepository {
  readonly #db: Database<PrismaClient>;
  readonly #projects: ProjectRepository;
  readonly #teammates: TeammateRepository;

  constructor(db: Database<PrismaClient>, projects: ProjectRepository, teammates: TeammateRepository) {
    this.#db = db;
    this.#projects = projects;
    this.#teammates = teammates;
  }

  async find(projectId: string, id: string): Promise<Invitation | undefined> {
    const row = await this.#db.prisma.invitation.findFirst({ where: { idProject: projectId, id } });
    return row ? toInvitation(row) : undefined;
  }

  /** Pending ones, expired ones included. */
  async list(projectId: string, query: PageQuery<SortField>): Promise<{ invitations: Invitation[]; next?: string }> {
    const page = pageOf(list, query);
    const values: unknown[] = [projectId];
    const bind = binder(values);
    const rows = await this.#db.query<Placed>(
      `SELECT ${page.columns} FROM invitations WHERE id_project = $1 AND ${page.after(bind)}
       ORDER BY ${page.order} ${page.limit(bind)}`,
      values,
    );
    const { rows: places, next } = page.cut(rows);
    const ids = places.map(({ pageId }) => pageId);
    const found = await this.#db.prisma.invitation.findMany({ where: { idProject: projectId, id: { in: ids } } });
    const byId = new Map(found.map((row) => [row.id, toInvitation(row)]));
    return { invitations: ids.flatMap((id) => byId.get(id) ?? []), next };
  }

  /** @throws invitationErrors.invitation_not_found */
  async update(projectId: string, id: string, decide: (current: Invitation) => Invitation): Promise<Invitation> {
    return this.#db.transaction(async () => {
      const current = await this.#lockInvitation(projectId, id);
      const next = decide(current);
      if (next !== current) await this.#store(next);
      return next;
    });
  }

  /**
   * As `update`, with a new code that voids the old one.
   * @returns the code for the mail, which is stored nowhere
   */
  async renewCode(
    projectId: string,
    id: string,
    decide: (current: Invitation) => Invitation,
  ): Promise<{ invitation: Invitation; code: string }> {
    return this.#db.transaction(async () => {
      const invitation = await this.update(projectId, id, decide);
      await this.#db.prisma.invitationCode.deleteMany({ where: { idProject: projectId, idInvitation: id } });
      return { invitation, code: await this.#newCodeOf(invitation) };
    });
  }

  /** Withdraws an invitation and its code. @throws invitationErrors.invitation_not_found */
  async remove(projectId: string, id: string): Promise<Invitation> {
    return this.#db.transaction(async () => {
      const removed = await this.#lockInvitation(projectId, id);
      await this.#delete(projectId, id);
      return removed;
    });
  }

  /**
   * Invites an address within the ambient transaction.
   * @returns the code for the mail, which is stored nowhere
   * @throws invitationErrors.invitation_pending naming the one that is still valid
   */
  async invite(
    invited: Invited,
    invitationContext: InvitationContext,
  ): Promise<{ invitation: Invitation; code: string }> {
    const { projectId, projectName, by, at } = invitationContext;
    return this.#db.transaction(async () => {
      if (!(await this.#projects.lockTeam(projectId))) throw commonErrors.not_a_member();

      const pending = await this.#db.prisma.invitation.findFirst({
        where: { idProject: projectId, email: invited.email },
      });
      if (pending && pending.expiresAt > at) throw invitationErrors.invitation_pending({ conflict: pending.id });
      if (pending) await this.#delete(pending.idProject, pending.id);

      const invitation = newInvitation(newId(at), projectId, invited, by, at);
      await this.#db.prisma.invitation.createMany({ data: [toRow(invitation)] });
      const code = await this.#newCodeOf(invitation);
      await this.#announce('invitation', invitation, invitedToJoin(invitation, projectName));
      return { invitation, code };
    });
  }

  /**
   * Adds a registered person within the ambient transaction.
   * @throws invitationErrors.already_teammate naming the record
   */
  async inviteKnown(user: User, invited: Invited, invitationContext: InvitationContext): Promise<Teammate> {
    const { projectId, projectName, by, at } = invitationContext;
    return this.#db.transaction(async () => {
      const { role, userAvailable } = invited;
      const joining = { role, userAvailable, createdBy: by, origin: 'invitation' } as const;
      const joined = await this.#teammates.join(projectId, personOf(user), joining, at);
      if (!joined) throw commonErrors.not_a_member();
      const { teammate, isNew } = joined;
      if (!isNew) throw invitationErrors.already_teammate({ conflict: teammate.id });

      const where = { idProject: projectId, email: invited.email };
      const pending = await this.#db.prisma.invitation.findFirst({ where });
      if (pending) await this.#delete(projectId, pending.id);
      const event = invitedAndJoined(teammateViewOf(teammate, 'whole'), user.email, projectName);
      await this.#announce('teammate', teammate, event);
      return teammate;
    });
  }

  /** The invitation of a valid code. */
  async findByCode(code: string, at: Date): Promise<Invitation | undefined> {
    const where = { codeHash: hashOfCode(code), usedBy: null, expiresAt: { gt: at } };
    const row = await this.#db.prisma.invitationCode.findFirst({ where });
    return row ? this.#invitationOf(row) : undefined;
  }

  /** Whether a pending invitation exists for this address. */
  async isInvited(email: string): Promise<boolean> {
    return (await this.#pendingFor(email, new Date())).length > 0;
  }

  /** Turns every pending invitation of a person's address into a membership. The ambient transaction locks the person. */
  async claimInvitationsOf(user: User): Promise<void> {
    const at = new Date();
    for (const { codeHash } of await this.#pendingFor(user.email, at)) {
      await this.#db.transaction(async () => {
        const row = await this.#lock(codeHash);
        if (row && row.usedBy === null) await this.#redeem(row, user, 'invitation', at);
      });
    }
  }

  /**
   * Redeems the code of an invitation for a person. The ambient transaction locks the person.
   * @returns the same record when it was redeemed by the same person before
   * @throws invitationErrors.invitation_not_found for an invalid code or one used by another person,
   * invitation_for_other_address
   */
  async acceptCode(code: string, user: User, origin: JoinOrigin = 'signup'): Promise<Teammate> {
    const at = new Date();
    return this.#db.transaction(async () => {
      const row = await this.#lock(hashOfCode(code));
      if (!row || row.expiresAt <= at) throw invitationErrors.invitation_not_found();
      if (row.usedBy === user.id) return this.#stillThere(row, user);
      if (row.usedBy !== null) throw invitationErrors.invitation_not_found();
      if (row.email !== user.email) throw invitationErrors.invitation_for_other_address();

      const teammate = await this.#redeem(row, user, origin, at);
      if (!teammate) throw invitationErrors.invitation_not_found();
      return teammate;
    });
  }

  async #redeem(row: InvitationCode, user: User, origin: JoinOrigin, at: Date): Promise<Teammate | undefined> {
    const invitation = await this.#invitationOf(row);
    if (!invitation) return undefined;

    const { projectId, role, userAvailable, createdBy } = invitation;
    const joining = { role, userAvailable, createdBy, origin };
    const joined = await this.#teammates.join(projectId, personOf(user), joining, at);
    if (!joined) return undefined;

    await this.#db.prisma.invitation.deleteMany({ where: { idProject: projectId, id: invitation.id } });
    await this.#db.prisma.invitationCode.updateMany({ where: { codeHash: row.codeHash }, data: { usedBy: user.id } });
    return joined.teammate;
  }

  async #stillThere(row: InvitationCode, user: User): Promise<Teammate> {
    const teammate = await this.#teammates.findByUser(row.idProject, user.id);
    if (!teammate || teammate.trashed) throw invitationErrors.invitation_not_found();
    return teammate;
  }

  async #pendingFor(email: string, at: Date): Promise<{ codeHash: Uint8Array<ArrayBuffer> }[]> {
    const rows = await this.#db.query<{ code_hash: Buffer }>(
      `SELECT c.code_hash FROM invitation_codes c
         JOIN projects p ON p.id_project = c.id_project AND p.status = 100
         JOIN invitations i ON i.id_project = c.id_project AND i.id = c.id_invitation
       WHERE c.email = $1 AND c.used_by IS NULL AND c.expires_at > $2
       ORDER BY c.id_project LIMIT 1000`,
      [email, at],
    );
    return rows.map(({ code_hash }) => ({ codeHash: new Uint8Array(code_hash) }));
  }

  async #lock(codeHash: Uint8Array<ArrayBuffer>): Promise<InvitationCode | undefined> {
    const text = 'SELECT 1 FROM invitation_codes WHERE code_hash = $1 FOR UPDATE';
    await this.#db.query({ name: 'lock-invitation-code', text }, [Buffer.from(codeHash)]);
    return (await this.#db.prisma.invitationCode.findFirst({ where: { codeHash } })) ?? undefined;
  }

  #invitationOf({ idProject, idInvitation }: InvitationCode): Promise<Invitation | undefined> {
    return this.find(idProject, idInvitation);
  }

  /**
   * Redeeming a code locks it before anything else; so does changing its invitation.
   * @throws invitationErrors.invitation_not_found
   */
  async #lockInvitation(projectId: string, id: string): Promise<Invitation> {
    const codes = 'SELECT 1 FROM invitation_codes WHERE id_project = $1 AND id_invitation = $2 FOR UPDATE';
    await this.#db.query({ name: 'lock-codes-of-invitation', text: codes }, [projectId, id]);
    const itself = 'SELECT 1 FROM invitations WHERE id_project = $1 AND id = $2 FOR UPDATE';
    await this.#db.query({ name: 'lock-invitation', text: itself }, [projectId, id]);
    const invitation = await this.find(projectId, id);
    if (!invitation) throw invitationErrors.invitation_not_found();
    checkIfMatch(invitation.version);
    return invitation;
  }

  async #newCodeOf({ projectId, id, email, expiresAt }: Invitation): Promise<string> {
    const { code, hash } = newCode();
    const row = { codeHash: hash, idProject: projectId, idInvitation: id, email, expiresAt };
    await this.#db.prisma.invitationCode.createMany({ data: [row] });
    return code;
  }

  async #store(invitation: Invitation): Promise<void> {
    const { idProject, id, ...data } = toRow(invitation);
    await this.#db.prisma.invitation.updateMany({ where: { idProject, id }, data });
  }

  async #delete(idProject: string, id: string): Promise<void> {
    await this.#db.prisma.invitationCode.deleteMany({ where: { idProject, idInvitation: id } });
    await this.#db.prisma.invitation.deleteMany({ where: { idProject, id } });
  }

  /** Deletes expired codes. */
  async dropExpiredBefore(time: Date): Promise<void> {
    await this.#db.prisma.invitationCode.deleteMany({ where: { expiresAt: { lt: time } } });
  }

  #announce(
    noun: string,
    record: { id: string; projectId: string; version: number },
    event: DomainEvent,
  ): Promise<void> {
    const { id, version, projectId } = record;
    return announce(this.#db, { noun, projectId, id, version }, [event]);
  }
}

function toInvitation({ idProject, firstname, lastname, ...row }: InvitationRow): Invitation {
  return { ...row, projectId: idProject, firstname: firstname ?? undefined, lastname: lastname ?? undefined };
}

function toRow({ projectId, ...invitation }: Invitation): InvitationRow {
  const { firstname = null, lastname = null } = invitation;
  return { ...invitation, idProject: projectId, firstname, lastname };
}
