import type { Helpdesk } from '../origin/helpdesk.ts';
import { list, type Row, text } from '../origin/json.ts';
import type { Document } from '../origin/origin.ts';
import { plainText } from '../origin/plain-text.ts';

/** A saved reply. Its API names no author, and no actions. Source: contract 90 section 10.2 */
export function intercomMacro(desk: Helpdesk, row: Row): Document {
  const lost: string[] = [];
  const { id, name, body, body_text, created_at, visible_to_team_ids } = row;
  const said = filled(plainText(text(body)) || text(body_text), lost);
  const time = new Date(typeof created_at === 'number' ? created_at * 1_000 : text(created_at));
  return {
    ...desk.base('macro', text(id), Number.isFinite(time.getTime()) ? time.toISOString() : undefined),
    ...{ name, shared: true, lost },
    departments: list(visible_to_team_ids).map((team) => desk.id('team', text(team))),
    actions: [{ type: 'send_message', text: said }],
  };
}

const placeholders: Readonly<Record<string, string>> = {
  ...{ first_name: 'lead.fullname', name: 'lead.fullname', email: 'lead.email', teammate: 'agent.fullname' },
};

/** `{{ user.first_name | fallback: "there" }}` in our form; others stay as they are, and are named. */
function filled(sent: string, lost: string[]): string {
  const pattern = /\{\{\s*([\w.]{1,100})\s*(?:\|\s*fallback:\s*["'“”]([^"'“”{}|]{0,100})["'“”]\s*)?\}\}/g;
  return sent.replace(pattern, (whole, path: string, otherwise?: string) => {
    const own = placeholders[path.split('.').at(-1) ?? ''];
    if (own === undefined) lost.push(`placeholder ${path}`);
    if (own === undefined) return whole;
    return otherwise ? `{{${own}|${otherwise}}}` : `{{${own}}}`;
  });
}
