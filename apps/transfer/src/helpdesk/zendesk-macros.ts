import type { Helpdesk } from '../origin/helpdesk.ts';
import type { Document } from '../origin/origin.ts';

type Row = Record<string, unknown>;
const object = (value: unknown): Row => Object(value) as Row;
const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/** A macro in our words. @param departments of groups */
export function zendeskMacro(desk: Helpdesk, row: Row, departments: ReadonlyMap<string, string>): Document {
  const lost: string[] = [];
  const actions = list(row.actions).map(object);
  // By its own action, wherever it stands, the comment is one for the team.
  const isPrivate = actions.some(({ field, value }) => field === 'comment_mode_is_public' && String(value) === 'false');
  const { type, id: owner } = object(row.restriction);
  const by = type === 'User' ? desk.userOf(owner) : undefined;
  const time = typeof row.created_at === 'string' ? row.created_at : undefined;
  return {
    ...desk.base('macro', String(row.id), time),
    ...{ name: row.title, shared: by === undefined, createdBy: by ?? 'system', lost },
    actions: actions.flatMap(({ field, value }) => {
      if (field === 'comment_mode_is_public') return [];
      const made = actionOf(String(field), value, { desk, departments, isPrivate });
      if (made === undefined) lost.push(`action ${field}`);
      return made ?? [];
    }),
  };
}

interface Known {
  desk: Helpdesk;
  departments: ReadonlyMap<string, string>;
  isPrivate: boolean;
}

const words = (value: unknown): string[] =>
  String(value)
    .split(/[\s,]+/)
    .filter(Boolean);

function actionOf(field: string, value: unknown, { desk, departments, isPrivate }: Known): object | undefined {
  switch (field) {
    case 'comment_value': {
      // A text, or the channel and a text.
      const text = Array.isArray(value) ? value.at(-1) : value;
      return isPrivate ? { type: 'add_note', text } : { type: 'send_message', text };
    }
    case 'current_tags':
      return { type: 'add_tags', tags: words(value) };
    case 'remove_tags':
      return { type: 'remove_tags', tags: words(value) };
    case 'priority':
      return { type: 'set_priority', priority: value };
    case 'subject':
      return { type: 'set_subject', subject: value };
    case 'status':
      if (value === 'solved' || value === 'closed') return { type: 'close' };
      return value === 'open' ? { type: 'reopen' } : undefined;
    case 'assignee_id': {
      const to = value === 'current_user' ? 'me' : value === '' ? 'nobody' : desk.userOf(value);
      return to === undefined ? undefined : { type: 'assign', to };
    }
    case 'group_id': {
      const department = departments.get(String(value));
      return department === undefined ? undefined : { type: 'set_department', department };
    }
  }
  return undefined;
}
