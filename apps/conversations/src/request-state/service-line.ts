import type { SupportRequest } from './request.ts';

/** A message that the service itself writes when a request changes. Source: contract 21 section 8. */
export type ServiceLine =
  | { key: 'MEMBER_JOINED_GROUP' | 'MEMBER_LEFT_GROUP' | 'TOUCHING_OPERATOR'; member: string }
  | { key: 'CHAT_CLOSED'; closedBy: string }
  | { key: 'CHAT_REOPENED' }
  | { key: 'LEAD_UPDATED'; email?: string | undefined; fullname?: string | undefined }
  | { key: 'USER_BANNED' }
  | { key: 'REQUEST_ABSORBED'; from: { request_id: string; ticket_id: string } }
  | { key: 'MESSAGE_FAILED'; code: string; text?: string | undefined };

/** Names of a member, as far as they are known. */
export interface MemberName {
  fullname: string;
  firstname?: string;
  lastname?: string;
}

export interface RenderedLine {
  text: string;
  attributes: Record<string, unknown>;
}

const subjectLength = 80;

export function render(
  line: ServiceLine,
  request: SupportRequest,
  nameOf: (member: string) => MemberName,
): RenderedLine {
  switch (line.key) {
    case 'MEMBER_JOINED_GROUP': {
      const name = nameOf(line.member);
      return {
        text: `${name.fullname} joined the conversation`,
        attributes: info(line.key, true, { member_id: line.member, ...name }),
      };
    }
    case 'MEMBER_LEFT_GROUP': {
      const { fullname } = nameOf(line.member);
      return {
        text: `${fullname} left the conversation`,
        attributes: info(line.key, true, { member_id: line.member, fullname }),
      };
    }
    case 'TOUCHING_OPERATOR':
      return {
        // Clients split at the one colon before the subject.
        text: `You have a new conversation: ${headline(request)}`,
        attributes: {
          ...info(line.key, true, {}),
          updateconversationfor: [line.member],
          forcenotification: true,
        },
      };
    case 'CHAT_CLOSED':
      return {
        text: 'The conversation was closed',
        attributes: support(line.key, false, { closed_by: line.closedBy }),
      };
    case 'CHAT_REOPENED':
      return { text: 'The conversation was reopened', attributes: support(line.key, true, {}) };
    case 'LEAD_UPDATED':
      return {
        text: 'Contact details were updated',
        attributes: {
          ...support(line.key, false, {}),
          ...(line.email !== undefined && { updateUserEmail: line.email }),
          ...(line.fullname !== undefined && { updateUserFullname: line.fullname }),
        },
      };
    case 'MESSAGE_FAILED':
      return {
        text: `A message was not delivered: ${line.text ?? line.code}`,
        attributes: info(line.key, false, { code: line.code, ...(line.text !== undefined && { text: line.text }) }),
      };
    case 'REQUEST_ABSORBED':
      return {
        text: `Conversation #${line.from.ticket_id} was merged into this one`,
        attributes: info(line.key, false, { ...line.from }),
      };
    case 'USER_BANNED':
      return {
        text: 'You can no longer write here',
        attributes: { subtype: 'info', messagelabel: { key: line.key, parameters: {} } },
      };
  }
}

function headline(request: SupportRequest): string {
  if (request.subject) return request.subject;
  const oneLine = request.firstText.replace(/\s+/g, ' ').trim();
  return Array.from(oneLine.slice(0, subjectLength * 2))
    .slice(0, subjectLength)
    .join('');
}

function info(key: ServiceLine['key'], updateconversation: boolean, parameters: object) {
  return { subtype: 'info', updateconversation, messagelabel: { key, parameters } };
}

function support(key: ServiceLine['key'], updateconversation: boolean, parameters: object) {
  return { subtype: 'info/support', updateconversation, messagelabel: { key, parameters } };
}
