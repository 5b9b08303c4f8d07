import type { Document } from '../origin/origin.ts';

type Member = Record<string, unknown>;
const object = (value: unknown): Member => Object(value) as Member;
const list = (value: unknown): Member[] => (Array.isArray(value) ? value.map(object) : []);

const fromRequester = { field: 'message.sender_kind', operator: '=', value: 'requester' };
const events: Readonly<Record<string, { on: string; filters?: object[] }>> = {
  'request.create': { on: 'request.created' },
  'request.participants.join': { on: 'request.assigned' },
  'message.create.from.requester': { on: 'message.created', filters: [fromRequester] },
  'message.received': { on: 'message.created' },
  'event.emit': { on: 'event.emitted' },
};

/** Operators of its rules engine. */
const operators: Readonly<Record<string, string>> = {
  ...{ equal: '=', notEqual: '!=', contains: 'contains', doesNotContain: 'not contains', in: 'in', notIn: 'not in' },
  ...{
    startsWith: 'starts with',
    greaterThan: '>',
    greaterThanInclusive: '>=',
    lessThan: '<',
    lessThanInclusive: '<=',
  },
};
const fields: Readonly<Record<string, string>> = {
  ...{ text: 'message.text', type: 'message.type', first_text: 'first_text', language: 'language' },
  ...{ sourcePage: 'sourcePage', subject: 'subject', status: 'status', priority: 'priority', department: 'department' },
  ...{ 'department._id': 'department', departmentid: 'department', channel: 'channel', 'channel.name': 'channel' },
  ...{ 'lead.email': 'lead.email', 'lead.fullname': 'lead.fullname', ticket_id: 'ticket_id', rating: 'rating' },
};

/** A trigger in the words of a rule. Source: contract 90 section 8 */
export function triggerDocument(document: Document): Document {
  const lost: string[] = [];
  const { trigger, conditions, actions, type, code, name, description, ...rest } = document;
  const key = String(object(trigger).key);
  const event = events[key];
  if (!event) lost.push(`event ${key}`);
  if (code) lost.push('code');
  const { all, any } = object(conditions);
  const match = list(any).length > 0 && list(all).length === 0 ? 'any' : 'all';
  if (match === 'all' && list(any).length > 0) lost.push('conditions of which one is enough');
  const wanted = list(match === 'any' ? any : all);
  return {
    ...rest,
    ...{ name, description, internal: type === 'internal', match, lost },
    on: event ? [event.on] : [],
    // With `any`, what the event asks for would make each condition needless.
    filters: [...((match === 'all' && event?.filters) || []), ...wanted.flatMap((one) => conditionOf(one, lost))],
    actions: list(actions).flatMap((one) => actionOf(one, lost)),
  };
}

function conditionOf({ key, path, operator, value }: Member, lost: string[]): object[] {
  const place = String(path ?? key ?? '').replace(/^\$?\.?(?:request\.|message\.)?/, '');
  const field = fields[place] ?? (place.startsWith('attributes.') ? place : undefined);
  const word = operators[String(operator)];
  if (field !== undefined && word !== undefined) return [{ field, operator: word, value }];
  lost.push(`condition ${place} ${operator}`);
  return [];
}

const closed = 1_000;

function actionOf({ key, parameters }: Member, lost: string[]): object[] {
  const { text, sender, fullName, departmentid, member, tag, status } = object(parameters);
  switch (key) {
    case 'message.send': {
      const isBot = typeof sender === 'string' && sender.startsWith('bot_');
      const senderFullname = typeof fullName === 'string' ? fullName : undefined;
      return [
        { type: 'send_message', text, sender: isBot ? sender : 'system', ...(senderFullname && { senderFullname }) },
      ];
    }
    case 'request.department.route':
      return [{ type: 'set_department', department: departmentid }];
    case 'request.participants.join':
      return [memberAction(member, 'add_participant')];
    case 'request.participants.leave':
      return [{ type: 'remove_participant', member }];
    case 'request.tags.add':
      return [{ type: 'add_tags', tags: [tag] }];
    case 'request.close':
      return [{ type: 'close' }];
    case 'request.reopen':
      return [{ type: 'reopen' }];
    case 'request.status.update':
      if (Number(status) === closed) return [{ type: 'close' }];
  }
  lost.push(`action ${key}`);
  return [];
}

function memberAction(member: unknown, type: string): object {
  return typeof member === 'string' && member.startsWith('bot_')
    ? { type: 'hand_to_bot', bot: member.slice('bot_'.length) }
    : { type, member };
}
