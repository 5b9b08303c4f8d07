import type { Helpdesk } from '../origin/helpdesk.ts';
import { list, object, type Row, text } from '../origin/json.ts';
import type { Document } from '../origin/origin.ts';
import { plainText } from '../origin/plain-text.ts';

/** Ids here of what conditions and actions of a Zendesk name. */
export interface ZendeskIds {
  desk: Helpdesk;
  /** By id of the group. */
  departments: ReadonlyMap<string, string>;
  groups: ReadonlyMap<string, string>;
}

/** What every macro, rule, view and policy has. */
export function settingBase({ desk }: ZendeskIds, kind: string, { id, created_at }: Row): Document {
  return desk.base(kind, text(id), typeof created_at === 'string' ? created_at : undefined);
}

export function zendeskMacro(ids: ZendeskIds, row: Row): Document {
  const lost: string[] = [];
  const { type, id: owner } = object(row.restriction);
  const by = type === 'User' ? ids.desk.userOf(owner) : undefined;
  const actions = actionsOf(row.actions, { ids, lost, isRule: false });
  return {
    ...settingBase(ids, 'macro', row),
    ...{ name: row.title, shared: by === undefined, createdBy: by ?? 'system', actions, lost },
  };
}

interface Place {
  ids: ZendeskIds;
  lost: string[];
  /** A rule acts for no user: `current_user` is no one. */
  isRule: boolean;
}

export function actionsOf(sent: unknown, place: Place): object[] {
  const actions = list(sent).map(object);
  // By its own action, wherever it stands, the comment is one for the team.
  const isPrivate = actions.some(({ field, value }) => field === 'comment_mode_is_public' && text(value) === 'false');
  return actions.flatMap(({ field, value }) => {
    if (field === 'comment_mode_is_public') return [];
    const made = actionOf(text(field), value, { ...place, isPrivate });
    if (made === undefined) place.lost.push(`action ${field}`);
    return made ?? [];
  });
}

export const wordsOf = (value: unknown): string[] =>
  text(value)
    .split(/[\s,]+/)
    .filter(Boolean);

function actionOf(field: string, value: unknown, place: Place & { isPrivate: boolean }): object | undefined {
  const { ids, isRule, lost } = place;
  // A text, or the channel and a text.
  const last = text(Array.isArray(value) ? value.at(-1) : value);
  switch (field) {
    case 'comment_value':
    case 'comment_value_html': {
      const said = filled(field === 'comment_value' ? last : plainText(last), lost);
      if (said.trim() === '') return undefined;
      return place.isPrivate ? { type: 'add_note', text: said } : { type: 'send_message', text: said };
    }
    case 'notification_user':
    case 'notification_group':
      return notification(field, list(value), place);
    case 'current_tags':
      return { type: 'add_tags', tags: wordsOf(value) };
    case 'remove_tags':
      return { type: 'remove_tags', tags: wordsOf(value) };
    case 'priority':
      return { type: 'set_priority', priority: value };
    case 'subject':
      return { type: 'set_subject', subject: filled(last, lost) };
    case 'status':
      if (value === 'solved' || value === 'closed') return { type: 'close' };
      return value === 'open' ? { type: 'reopen' } : undefined;
    case 'follower': {
      const member = ids.desk.userOf(value);
      return member === undefined ? undefined : { type: 'add_follower', member };
    }
    case 'assignee_id': {
      const self = isRule ? undefined : 'me';
      const to = value === 'current_user' ? self : value === '' ? 'nobody' : ids.desk.userOf(value);
      return to === undefined ? undefined : { type: 'assign', to };
    }
    case 'group_id': {
      const department = ids.departments.get(text(value));
      return department === undefined ? undefined : { type: 'set_department', department };
    }
  }
  return undefined;
}

const requesters = ['requester_id', 'requester_and_ccs'];
const maxNotice = 1_000;

/** To the requester it is a message; to the team a notice. `value` is the recipient, a subject and a text. */
function notification(field: string, value: readonly unknown[], { ids, lost }: Place): object | undefined {
  const [recipient, subject, body] = value.map(text);
  const said = filled(plainText(body ?? ''), lost);
  if (said.trim() === '') return undefined;
  if (field === 'notification_user' && requesters.includes(recipient ?? ''))
    return { type: 'send_message', text: said };
  const known = field === 'notification_group' ? ids.groups.get(recipient ?? '') : ids.desk.userOf(recipient);
  const person = recipient === 'assignee_id' ? 'assignee' : known;
  const notice = `${filled(subject ?? '', lost)}\n${said}`.trim().slice(0, maxNotice);
  return person === undefined ? undefined : { type: 'notify', people: [person], text: notice };
}

const placeholders: Readonly<Record<string, string>> = {
  ...{ 'ticket.id': 'request.ticket_id', 'ticket.title': 'request.subject', 'ticket.account': 'project.name' },
  ...{ 'ticket.requester.name': 'lead.fullname', 'ticket.requester.first_name': 'lead.fullname' },
  ...{ 'ticket.requester.email': 'lead.email', 'ticket.assignee.name': 'agent.fullname' },
  ...{ 'ticket.assignee.first_name': 'agent.firstname', 'current_user.name': 'agent.fullname' },
  'current_user.first_name': 'agent.firstname',
};

/** In our placeholders; others stay as they are, and are named. */
function filled(sent: string, lost: string[]): string {
  return sent.replace(/\{\{\s*([\w.]{1,100})\s*\}\}/g, (whole, name: string) => {
    const own = placeholders[name];
    if (own === undefined) lost.push(`placeholder ${name}`);
    return own === undefined ? whole : `{{${own}}}`;
  });
}
