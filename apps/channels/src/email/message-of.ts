import type { Attachment, KeptAttachments } from '../attachment/keep-attachments.ts';
import type { MailAuth } from '../verify/mail-auth.ts';
import type { MailAttachment, ParsedMail } from './parsed-mail.ts';

const maxText = 65_536;
/** Of the attributes of a message, which are 64 kB at most. */
const maxFullTextBytes = 32_768;
const maxSubject = 500;
const maxShown = 20;

interface About {
  mailId: string;
  sender: string;
  department: string | null;
  /** For the team alone. */
  isPrivate?: boolean;
  /** Written by a machine. */
  isAutomatic?: boolean;
}

/** The body of the `sendMessage` call that a mail becomes. Source: contract 26 section 5. */
export function messageOf(
  mail: ParsedMail,
  about: About & { messageId: string | null; auth: MailAuth; refused: KeptAttachments['refused'] },
  links: {
    related?: string;
    previous?: string;
    unreadable?: string;
    automatic?: boolean;
    unverified?: boolean;
  } = {},
): object {
  const { from, to, cc, subject, date, hasHtml, attachments, answers, isSealed } = mail;
  const notes = [
    ...(isSealed ? ['[The mail is encrypted: its text is in the attachment]'] : []),
    ...about.refused.map(({ name, why }) => `[${name} was not accepted: ${why}]`),
  ];
  const said = cut(mail.text, maxText) || cut(subject, maxText) || (notes.length > 0 ? '' : '…');
  const text = cut([said, ...notes].filter((part) => part !== '').join('\n\n'), maxText);
  const fullText = cutBytes(mail.fullText, maxFullTextBytes);
  return {
    ...{ text, type: 'text', sender: about.sender, external_id: about.mailId, channel: { name: 'email' } },
    ...(subject.trim() !== '' && { subject: cut(subject, maxSubject) }),
    ...(about.department && { departmentid: about.department }),
    ...(links.automatic && about.isPrivate && { automated: true }),
    attributes: {
      ...(about.isPrivate && { subtype: 'private' }),
      mail: {
        inbound: about.mailId,
        ...(about.messageId && { message_id: about.messageId }),
        ...(answers[0] && { in_reply_to: answers[0] }),
        from,
        to: to.slice(0, maxShown),
        cc: cc.slice(0, maxShown),
        subject,
        ...(date && { date }),
        html: hasHtml,
        auth: about.auth,
        ...(fullText !== said && { full_text: fullText }),
        ...(fullText !== mail.fullText && { truncated: true }),
        ...(attachments.length > 0 && { attachments: attachments.slice(0, maxShown).map(shown) }),
        ...links,
      },
    },
  };
}

function shown({ name, type, cid, size }: MailAttachment): MailAttachment {
  return { name, type, ...(cid !== undefined && { cid }), size };
}

/** The bodies of the messages that its attachments become, right after it. */
export function attachmentMessagesOf(files: readonly Attachment[], about: About, publicUrl: string): object[] {
  return files.map(({ path, name, type, size, width, height }, nth) => {
    const isImage = type.startsWith('image/') && width !== undefined;
    const src = `${publicUrl}/v3/${isImage ? 'images' : 'files'}?path=${encodeURIComponent(path)}`;
    return {
      ...{ type: isImage ? 'image' : 'file', sender: about.sender, external_id: `${about.mailId} ${nth}` },
      ...(about.isPrivate && { subtype: 'private' }),
      ...(about.isPrivate && about.isAutomatic && { automated: true }),
      ...{
        text: '',
        channel: { name: 'email' },
        metadata: { src, name, type, size, ...(isImage && { width, height }) },
      },
    };
  });
}

/** Cuts between characters. */
function cut(text: string, max: number): string {
  const characters = [...text.trim()];
  return characters.length <= max ? text.trim() : characters.slice(0, max).join('');
}

function cutBytes(text: string, max: number): string {
  const bytes = Buffer.from(text);
  // What is left of a character at the end becomes U+FFFD.
  return bytes.length <= max
    ? text
    : bytes
        .subarray(0, max)
        .toString()
        .replace(/\uFFFD$/, '');
}
