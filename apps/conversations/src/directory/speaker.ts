import { type Actor, AppError, type FieldFault, requestErrors, validationFailed } from '@parley/contracts';
import { isEndUser } from '../access/visibility.ts';
import type { Context } from '../context.ts';
import { bareId, botMember, isBot } from '../request-state/request.ts';
import type { LivingBot } from './living-bots.ts';
import { isTeam } from './members.ts';

/** Whose words a message is, or who starts a request. */
export interface Speaker {
  /** User id, guest id, `lead_id` or `bot_<id>`. */
  id: string;
  kind: 'human' | 'bot' | 'visitor';
  fullname: string;
  /** `_id` of the membership. */
  teammateId: string | null;
  email?: string | undefined;
}

/** How a caller names whom they speak for. */
export interface Named {
  id_project: string;
  sender?: string | undefined;
  senderFullname?: string | undefined;
}

/** The name of whom nothing is known. */
export const unnamed = 'Guest';

/** Nothing is known of him: his name is none of his own. */
export const isUnnamed = ({ fullname }: Speaker): boolean => fullname === unnamed;

/** The one who speaks, by the rules of contract 21 section 2.2. */
export async function speakerOf(context: Context, actor: Actor, input: Named): Promise<Speaker> {
  if (input.sender === undefined || isOneself(actor, input.sender)) return self(context, actor, input);
  if (isEndUser(actor)) throw requestErrors.sender_not_allowed();
  return other(context, input.id_project, input.sender);
}

function isOneself(actor: Actor, sender: string): boolean {
  if (actor.kind === 'subscription') return false;
  if (actor.kind === 'bot') return sender === actor.id || sender === botMember(actor.id);
  return sender === actor.id || (actor.teammateId !== undefined && sender === actor.teammateId);
}

async function self(context: Context, actor: Actor, { id_project, senderFullname }: Named): Promise<Speaker> {
  if (actor.kind === 'subscription') throw validationFailed([senderMissing]);
  const alias = senderFullname?.trim() ? senderFullname : undefined;
  const { teammateId = null, email } = actor;

  if (actor.kind === 'bot') {
    const [bot] = alias || actor.name ? [] : await context.livingBots.find(id_project, [actor.id]);
    const fullname = alias ?? actor.name ?? String(bot?.record.name ?? unnamed);
    return { id: botMember(actor.id), kind: 'bot', fullname, teammateId: null };
  }
  const kind = isEndUser(actor) ? 'visitor' : 'human';
  const fullname = alias ?? (await nameOf(context, id_project, actor.id, actor.name));
  return { id: actor.id, kind, fullname, teammateId, email };
}

/** Their own name, or that of their lead. From the copy: contacts never delays a send of somebody who is known. */
async function nameOf(context: Context, projectId: string, id: string, own = ''): Promise<string> {
  if (own.trim() !== '' && own !== unnamed) return own;
  return nameOfLead((await context.leadCopies.named(projectId, id))?.record);
}

function nameOfLead(record: Record<string, unknown> = {}): string {
  return typeof record.fullname === 'string' && record.fullname.trim() !== '' ? record.fullname : unnamed;
}

const senderMissing: FieldFault = { param: 'sender', location: 'body', msg: 'Required' };

/** An active member, a lead or a living bot of the project. */
async function other(context: Context, projectId: string, sender: string): Promise<Speaker> {
  if (sender === 'system') throw requestErrors.unknown_sender();
  const bare = [bareId(sender)];
  const [bot] = isBot(sender)
    ? await context.livingBots.named(projectId, bare)
    : await context.directory.findBots(projectId, bare);
  if (bot) return botSpeaker(bot);

  const member = await context.members.find(projectId, sender);
  if (member) {
    const { id, teammateId, email } = member;
    const fullname = await nameOf(context, projectId, id, member.fullname);
    return { id, kind: isTeam(member) ? 'human' : 'visitor', fullname, teammateId, email };
  }
  const lead = await leadSpeaker(context, projectId, sender);
  if (lead) return lead;

  // Nobody else has this id: it may be that of a bot which the copies do not know yet.
  const [fresh] = isBot(sender) ? [] : await context.livingBots.named(projectId, bare);
  if (!fresh) throw requestErrors.unknown_sender();
  return botSpeaker(fresh);
}

function botSpeaker({ id, record }: LivingBot): Speaker {
  return { id: botMember(id), kind: 'bot', fullname: String(record.name ?? unnamed), teammateId: null };
}

/** A lead who never signed in gets his membership as an end user first. */
async function leadSpeaker(context: Context, projectId: string, sender: string): Promise<Speaker | undefined> {
  const lead = await context.leads.named(projectId, sender);
  if (!lead) return undefined;

  const fullname = nameOfLead(lead.record);
  const email = typeof lead.record.email === 'string' ? lead.record.email : undefined;
  const profile = { firstname: fullname, ...(email && { email }) };
  const member = await context.members.ensureEndUser(projectId, sender, profile).catch((error) => {
    // The id belongs to somebody who has left the team.
    throw error instanceof AppError && error.kind === 'invalid' ? requestErrors.unknown_sender({}, error) : error;
  });
  return { id: sender, kind: 'visitor', fullname, teammateId: member.teammateId, email };
}
