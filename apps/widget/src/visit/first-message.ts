import type { SendMessageParams } from '@parley/sdk';

import type { Answers } from './fields.ts';

export type MessageParts = Pick<SendMessageParams, 'attributes' | 'metadata' | 'text' | 'type'>;

/** A conversation that has not started yet. */
export interface Beginning {
  department: string | undefined;
  attributes: Record<string, unknown>;
  answers: Answers;
}

/** Adds what only the first message of a conversation contains. @param isFullUrl `sourcePage` with query and fragment */
export function firstMessage(
  message: MessageParts,
  { department, attributes, answers }: Beginning,
  isFullUrl: boolean,
  language: string,
): Omit<SendMessageParams, 'request_id'> {
  const { origin, pathname, href } = location;
  const hasAnswers = Object.keys(answers).length > 0;
  return {
    ...message,
    departmentid: department,
    sourcePage: (isFullUrl ? href : origin + pathname).slice(0, 2000),
    language,
    userAgent: navigator.userAgent.slice(0, 500),
    attributes: { ...attributes, ...message.attributes, ...(hasAnswers && { preChatForm: answers }) },
  };
}

export function newRequestId(project: string): string {
  return `support-group-${project}-${crypto.randomUUID().replaceAll('-', '')}`;
}
