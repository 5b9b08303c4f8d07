import { type Actor, AppError, type FieldFault, requestErrors, roleReaches, validationFailed } from '@parley/contracts';
import { isEndUser } from '../access/actor.ts';
import type { CopiedRecord } from '../request-state/request.copies.ts';
import { bareId, botMember, isBot } from '../request-state/request.ts';
import type { Directory } from './directory.repository.ts';
import type { LivingBot, LivingBots } from './living-bots.ts';
import { isTeam, type Members } from './members.ts';

/** The sender of a message, or the requester of a new request. */
export interface Sender {
  /** User id, guest id, `lead_id` or `bot_<id>`. */
  id: string;
  kind: 'human' | 'bot' | 'visitor';
  fullname: string;
  /** `_id` of the membership. */
  teammateId: string | null;
  email?: string | undefined;
}

/** The members of a body that name the sender. */
export interface SenderInput {
  id_project: string;
  sender?: string | undefined;
  senderFullname?: string | undefined;
  /** Of what is imported: when it happened, and so when a lead who has no membership became a visitor. */
  since?: Date | null;
}

/** The name of a person without a known name. */
const unnamed = 'Guest';

/** Whether the name is only the placeholder. */
export const isUnnamed = ({ fullname }: Sender): boolean => fullname === unnamed;

type FindLead = (projectId: string, leadId: string) => Promise<{ record: CopiedRecord } | undefined>;

interface SenderContext {
  directory: Directory;
  livingBots: LivingBots;
  members: Members;
  /** The read model of leads. */
  leadCopies: { named: FindLead };
  leads: { findByLeadId: FindLead };
}

/** Finds the senders of messages by the rules of contract 21 section 2.2. */
export class Senders {
  readonly #context: SenderContext;

  constructor(context: SenderContext) {
    this.#context = context;
  }

  /** @throws unknown_sender, sender_not_allowed, validation_failed */
  async of(actor: Actor, input: SenderInput): Promise<Sender> {
    if (input.sender === undefined || isOneself(actor, input.sender)) return self(this.#context, actor, input);
    if (isEndUser(actor)) throw requestErrors.sender_not_allowed();
    return other(this.#context, { ...input, sender: input.sender });
  }

  /**
   * The sender of an imported message. Mass imports name people of the old system: for admins, a sender that is no principal and no
   * lead of the project is kept as sent. Source: contract 21 section 3.
   */
  async ofImported(actor: Actor, input: SenderInput): Promise<Sender> {
    try {
      return await this.of(actor, input);
    } catch (error) {
      const isUnknown = error instanceof AppError && error.code === 'unknown_sender';
      if (isUnknown && roleReaches(actor.role, 'admin') && (await mayKeep(this.#context, input))) return asSent(input);
      throw error;
    }
  }
}

function isOneself(actor: Actor, sender: string): boolean {
  if (actor.kind === 'subscription') return false;
  if (actor.kind === 'bot') return sender === actor.id || sender === botMember(actor.id);
  return sender === actor.id || (actor.teammateId !== undefined && sender === actor.teammateId);
}

async function self(
  context: SenderContext,
  actor: Actor,
  { id_project, senderFullname }: SenderInput,
): Promise<Sender> {
  if (actor.kind === 'subscription') throw validationFailed([senderMissing]);
  const alias = senderFullname?.trim() ? senderFullname : undefined;
  const { teammateId = null, email } = actor;

  if (actor.kind === 'bot') {
    const [bot] = alias || actor.name ? [] : await context.livingBots.findForRouting(id_project, [actor.id]);
    const fullname = alias ?? actor.name ?? String(bot?.record.name ?? unnamed);
    return { id: botMember(actor.id), kind: 'bot', fullname, teammateId: null };
  }
  const kind = isEndUser(actor) ? 'visitor' : 'human';
  const fullname = alias ?? (await nameOf(context, id_project, actor.id, actor.name));
  return { id: actor.id, kind, fullname, teammateId, email };
}

/** Their own name, or that of their lead, from the read model: contacts never delays a send of a known person. */
async function nameOf(context: SenderContext, projectId: string, id: string, own = ''): Promise<string> {
  if (own.trim() !== '' && own !== unnamed) return own;
  return nameOfLead((await context.leadCopies.named(projectId, id))?.record);
}

function nameOfLead(record: Record<string, unknown> = {}): string {
  return typeof record.fullname === 'string' && record.fullname.trim() !== '' ? record.fullname : unnamed;
}

const senderMissing: FieldFault = { param: 'sender', location: 'body', msg: 'Required' };

/** An active member, a lead or a bot of the project. */
async function other(context: SenderContext, named: SenderInput & { sender: string }): Promise<Sender> {
  const { id_project: projectId, sender, since } = named;
  if (sender === 'system') throw requestErrors.unknown_sender();
  const bare = [bareId(sender)];
  const [bot] = isBot(sender)
    ? await context.livingBots.findNamed(projectId, bare)
    : await context.directory.findBots(projectId, bare);
  if (bot) return botSender(bot);

  const member = await context.members.find(projectId, sender);
  if (member) {
    const { id, teammateId, email } = member;
    const fullname = await nameOf(context, projectId, id, member.fullname);
    return { id, kind: isTeam(member) ? 'human' : 'visitor', fullname, teammateId, email };
  }
  const lead = await leadSender(context, projectId, sender, since);
  if (lead) return lead;

  // No member or lead has this id: it may be a bot that the read model lacks.
  const [fresh] = isBot(sender) ? [] : await context.livingBots.findNamed(projectId, bare);
  if (!fresh) throw requestErrors.unknown_sender();
  return botSender(fresh);
}

function botSender({ id, record }: LivingBot): Sender {
  return { id: botMember(id), kind: 'bot', fullname: String(record.name ?? unnamed), teammateId: null };
}

/** Creates the end-user membership of a lead who never signed in. */
async function leadSender(
  context: SenderContext,
  projectId: string,
  sender: string,
  since: Date | null | undefined,
): Promise<Sender | undefined> {
  const lead = await context.leads.findByLeadId(projectId, sender);
  if (!lead) return undefined;

  const fullname = nameOfLead(lead.record);
  const email = typeof lead.record.email === 'string' ? lead.record.email : undefined;
  const profile = { firstname: fullname, ...(email && { email }) };
  const member = await context.members.ensureEndUser(projectId, sender, profile, since).catch((error) => {
    // The id belongs to a former teammate.
    throw error instanceof AppError && error.kind === 'invalid' ? requestErrors.unknown_sender({}, error) : error;
  });
  return { id: sender, kind: 'visitor', fullname, teammateId: member.teammateId, email };
}

/** 1 to 128 printable characters, not all of them blank. */
const keptSender = /^(?=.*\S)[^\p{C}\p{Zl}\p{Zp}]{1,128}$/u;

async function mayKeep({ directory }: SenderContext, { id_project, sender = '' }: SenderInput): Promise<boolean> {
  if (!keptSender.test(sender) || sender === 'system' || isBot(sender)) return false;
  return !(await directory.knows(id_project, sender));
}

/** Neither team nor bot, so that their messages do not end a waiting time. */
function asSent({ sender = '', senderFullname }: SenderInput): Sender {
  return { id: sender, kind: 'visitor', fullname: senderFullname?.trim() ? senderFullname : unnamed, teammateId: null };
}
