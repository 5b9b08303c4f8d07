import { commonErrors, labelled, mentionsLabels, messageApi, noteApi, requestErrors } from '@parley/contracts';
import { newId } from '@parley/service-kit/call';

import type { Context } from '../context.ts';
import type { TeamMember } from '../directory/directory.repository.ts';
import { type Mention, mentionOn, refuseStrangers } from '../mention/mentions.ts';
import { checkMayClose, incomingOf, prepareForRequest } from '../message/prepare-message.ts';
import { addNote as add } from '../note/notes.ts';
import { noNeeds, reopeningNeeds } from '../request/facts.ts';
import { receive, receiveNeeds, refuseExhausted } from '../request/receive.ts';
import { begin, finish } from '../request-state/change.ts';
import { refuseOutsideWindow } from '../request-state/channel-window.ts';
import { interpreted } from '../request-state/content.ts';
import { bareId, humansOf, isBot, type SupportRequest } from '../request-state/request.ts';
import { type Performer, refuseUnlessMayCall } from './performer.ts';
import { filled, type PlaceholderFacts } from './placeholders.ts';
import type { ActionMembers, ActionPlace, PreparedAction } from './prepared-action.ts';

/** Actions that say something. */

const maxMessageLength = 65_536;
const maxNoteLength = 10_000;
const maxToldLength = 1_000;
const maxTold = 20;

/** As the caller would send it. Labels, micro-language and commands are those of the text as written: what is filled in is plain text. */
export async function sendMessage(
  context: Context,
  performer: Performer,
  members: ActionMembers,
  place: ActionPlace,
): Promise<PreparedAction> {
  if (isRule(performer)) return sayByRule(context, performer, members, place);
  refuseUnlessMayCall(performer, messageApi.sendMessage);
  const { message_type: type, metadata, attributes } = members;
  const { id_project, request_id, projectName } = place;
  const { text, canned } = await wordsOf(context, performer, members, id_project);
  const { actor, automation } = performer;
  const sender = await context.senders.of(actor, { id_project });
  const body = { text, type, metadata, attributes };
  const labels = () => context.labels.textsFor({ id_project, request_id });
  const message = await prepareForRequest(context, actor, sender, body, { projectId: id_project, labels });
  const incomingTo = ({ requester }: SupportRequest) => incomingOf(message, requester);
  return {
    needs(current) {
      // An action before may close the request, or empty it.
      if (sender.id === current.requester) return reopeningNeeds(current);
      if (message.command === 'agent') return { routing: [current.departmentId] };
      return message.command === undefined ? noNeeds : receiveNeeds(current, [incomingTo(current)]);
    },
    decide(current, facts, effects) {
      if (sender.kind === 'bot') refuseExhausted(current);
      if (message.command === 'close') checkMayClose(actor, sender, current);
      const incoming = incomingTo(current);
      const said = filled(incoming.message.text, { request: current, projectName, canned }, maxMessageLength);
      effects.texts.push(said);
      if (incoming.mention) effects.mentions.push(incoming.mention);
      const marked = automation ? { ...incoming.message.attributes, automation } : incoming.message.attributes;
      return receive(
        current,
        [{ ...incoming, message: { ...incoming.message, text: said, attributes: marked } }],
        facts,
      );
    },
  };
}

/** The text of a message, written with the action or taken from a canned response. @throws canned_not_found */
async function wordsOf(
  { cannedResponses }: Context,
  performer: Performer,
  { text, canned }: ActionMembers,
  projectId: string,
): Promise<{ text?: string | undefined; canned?: PlaceholderFacts['canned'] }> {
  if (canned === undefined) return { text };
  const response = await cannedResponses.get(projectId, canned, performer.principal);
  return { text: response.text, canned: { agentName: isRule(performer) ? undefined : performer.fullname } };
}

const isRule = ({ automation }: Performer): boolean => automation !== undefined && 'rule' in automation;

/** Visible to all, but not an answer: it ends no wait and gives no bot a turn. */
async function sayByRule(
  context: Context,
  performer: Performer,
  members: ActionMembers,
  { id_project, request_id, projectName }: ActionPlace,
): Promise<PreparedAction> {
  const { message_type: type = 'text', metadata = null, attributes = {}, sender = 'system' } = members;
  const { text = '', canned } = await wordsOf(context, performer, members, id_project);
  const [bot] = isBot(sender) ? await context.livingBots.findNamed(id_project, [bareId(sender)]) : [];
  if (isBot(sender) && !bot) throw requestErrors.bot_not_found();
  const { senderFullname = String(bot?.record.name ?? 'System') } = members;
  const texts = mentionsLabels(text) ? await context.labels.textsFor({ id_project, request_id }) : {};
  const content = interpreted({ text: labelled(text, texts), type, metadata, attributes: shown(attributes) }, text);
  return {
    decide(current, { at }, effects) {
      const said = filled(content.text, { request: current, projectName, canned }, maxMessageLength);
      effects.texts.push(said);
      refuseOutsideWindow(current, { side: 'system', audience: 'all', attributes: content.attributes }, at);
      const draft = begin(current, at);
      draft.messages.push({
        ...{ ...content, text: said, side: 'system', createdBy: performer.principal, sender, senderFullname },
        attributes: { ...content.attributes, automation: performer.automation },
        ...{ language: null, channel: null, externalId: null, audience: 'all' },
      });
      return finish(draft, 'runActions');
    },
  };
}

/** Without what would hide it. */
function shown({
  subtype: _subtype,
  info: _info,
  hidden: _hidden,
  private: _private,
  ...rest
}: Record<string, unknown>) {
  return rest;
}

export async function addNote(
  context: Context,
  performer: Performer,
  { text = '', mentions = [] }: ActionMembers,
  { id_project, projectName }: ActionPlace,
): Promise<PreparedAction> {
  refuseUnlessMayCall(performer, noteApi.addNote);
  const { people, strangers } = await context.members.findTeam(id_project, mentions);
  refuseStrangers(strangers, (index) => `mentions[${index}]`);
  const { principal: createdBy, fullname } = performer;
  const mentioned = people.length > 0 ? { mentions: people.map(({ id }) => id) } : {};
  return {
    decide(current, { at }, effects) {
      const said = filled(text, { request: current, projectName }, maxNoteLength);
      const time = at.toISOString();
      const note = {
        _id: newId(),
        text: said,
        attributes: {},
        ...mentioned,
        createdBy,
        createdAt: time,
        updatedAt: time,
      };
      const by = { _id: createdBy, fullname };
      const mention: Mention = { people, by, text: said, place: { note_id: note._id } };
      effects.texts.push(said);
      effects.mentions.push(mention);
      return add(current, note, at, mention);
    },
  };
}

/** Tells people without a note. */
export async function notify(
  context: Context,
  performer: Performer,
  { people: names = [], text = '' }: ActionMembers,
  { id_project, projectName }: ActionPlace,
): Promise<PreparedAction> {
  refuseUnlessMayCall(performer, noteApi.addNote);
  const team = await context.directory.team(id_project);
  const isKnown = (name: string) => isGroupWord(name) || team.some((one) => isNamed(one, name));
  refuseStrangers(
    names.flatMap((name, index) => (isKnown(name) ? [] : [index])),
    (index) => `people[${index}]`,
  );
  const by = { _id: performer.principal, fullname: performer.fullname };
  return {
    decide(current, { at }, effects) {
      const people = team.filter((one) => names.some((name) => isMeant(one, name, current)));
      if (people.length > maxTold) throw commonErrors.limit_reached({ limit: maxTold });
      const said = filled(text, { request: current, projectName }, maxToldLength);
      const mention: Mention = { people, by, text: said, place: { cause: isRule(performer) ? 'rule' : 'macro' } };
      effects.mentions.push(mention);
      const draft = begin(current, at);
      mentionOn(draft, mention);
      return finish(draft, 'runActions');
    },
  };
}

const isGroupWord = (name: string): boolean => ['assignee', 'followers', 'admins'].includes(name);

function isNamed({ id, teammateId, groups }: TeamMember, name: string): boolean {
  return name === id || name === teammateId || groups.includes(name);
}

function isMeant(one: TeamMember, name: string, current: SupportRequest): boolean {
  switch (name) {
    case 'assignee':
      return humansOf(current).at(-1) === one.id;
    case 'followers':
      return current.followers.includes(one.teammateId);
    case 'admins':
      return one.role !== 'agent';
    default:
      return isNamed(one, name);
  }
}
