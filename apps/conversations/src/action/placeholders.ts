import type { CopiedRecord, RequestWithCopies } from '../request-state/request.copies.ts';
import { humansOf } from '../request-state/request.ts';
import { namesIn } from '../request-store/change-set.ts';

/** What placeholders stand for. */
export interface PlaceholderFacts {
  request: RequestWithCopies;
  projectName: string;
  /** Of a canned response: the name behind `$agent_name`; absent: that of the first agent. */
  canned?: { agentName: string | undefined } | undefined;
}

/** `{{name}}` or `{{name|otherwise}}`. */
const placeholder = /\{\{([^{}|]{1,200})(?:\|([^{}]{0,500}))?\}\}/g;

/** Canned responses have two more, which clients fill by themselves. Source: contract 11 section 10. */
const cannedPlaceholder = new RegExp(`${placeholder.source}|\\$(recipient_name|agent_name)\\b`, 'g');

export const mentionsProject = (text: string): boolean => text.includes('{{project.');

/** The text with its placeholders filled once, as plain text; unknown ones stay. Source: contract 25 section 3. */
export function filled(text: string, facts: PlaceholderFacts, maxLength: number): string {
  const { canned } = facts;
  if (!text.includes('{{') && !canned) return text;
  const fill = (
    written: string,
    name: string | undefined,
    otherwise: string | undefined,
    own?: string | number,
  ): string => {
    const value = name === undefined ? ownValue(own, facts) : valueFor(name.trim(), facts);
    if (value === unknown) return written;
    return value === undefined || value === '' ? (otherwise ?? '') : value;
  };
  const whole = canned ? text.replace(cannedPlaceholder, fill) : text.replace(placeholder, fill);
  return [...whole].slice(0, maxLength).join('');
}

const unknown = Symbol('unknown');

function ownValue(name: string | number | undefined, facts: PlaceholderFacts): string | undefined | typeof unknown {
  if (name === 'recipient_name') return valueFor('lead.fullname', facts);
  return facts.canned?.agentName ?? valueFor('agent.fullname', facts);
}

function valueFor(name: string, { request, projectName }: PlaceholderFacts): string | undefined | typeof unknown {
  const [subject = '', member = '', ...path] = name.split('.');
  const subjects = fieldsOf(request, projectName);
  const fields = Object.hasOwn(subjects, subject) ? subjects[subject] : undefined;
  if (!fields || !Object.hasOwn(fields, member)) return unknown;
  if (member === 'attributes') return path.length > 0 ? textOf(at(fields.attributes, path)) : unknown;
  return path.length > 0 ? unknown : textOf(fields[member]);
}

function fieldsOf(request: RequestWithCopies, projectName: string): Record<string, Record<string, unknown>> {
  const { ticketId, subject, attributes, copies } = request;
  const [first] = humansOf(request);
  const agent = first === undefined ? undefined : namesIn(copies)(first);
  const lead: CopiedRecord = copies.lead ?? {};
  return {
    lead: { fullname: lead.fullname, email: lead.email, attributes: lead.attributes },
    request: { ticket_id: String(ticketId), subject, attributes },
    agent: { firstname: agent?.firstname ?? agent?.fullname, fullname: agent?.fullname },
    project: { name: projectName },
  };
}

function at(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (one, key) =>
      typeof one === 'object' && one !== null && Object.hasOwn(one, key) ? Reflect.get(one, key) : undefined,
    value,
  );
}

/** Records and lists have no form as a text. */
function textOf(value: unknown): string | undefined {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : undefined;
}
