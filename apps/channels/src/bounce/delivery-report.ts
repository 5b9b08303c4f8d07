import { addressKeyOf } from '../mailbox/mail-address.ts';

/** What a server says of a mail that it could not deliver. */
export interface DeliveryStatus {
  action: 'failed' | 'delayed' | 'other';
  /** `5.1.1` */
  status: string;
  /** No later attempt can succeed. */
  isHard: boolean;
  /** The recipient who did not get it. */
  recipients: string[];
  /** Of the mail that came back, without angle brackets. */
  messageIds: string[];
}

/** Reports are short; what comes back with them may be long. */
const maxBytes = 524_288;
const maxFound = 50;

/**
 * Reads a report of RFC 3464 without its parts: its fields are lines of ASCII in each of them, and servers label the parts in many
 * ways. What is not there is left open.
 */
export function deliveryStatusOf(bytes: Buffer): DeliveryStatus {
  const text = bytes
    .subarray(0, maxBytes)
    .toString('latin1')
    .replace(/\r?\n[ \t]+/g, ' ');
  const all = (pattern: RegExp) => [...text.matchAll(pattern)].slice(0, maxFound).map(([, found = '']) => found.trim());
  const [action = ''] = all(/^action:([^\r\n]*)/gim).map((word) => word.toLowerCase());
  const [status = ''] = all(/^status:\s*([245]\.\d{1,3}\.\d{1,3})/gim);
  const [said = ''] = all(/\b([45]\.\d{1,3}\.\d{1,3})\b/g);
  const code = status || said;
  return {
    action: action.startsWith('fail') || action === '' ? 'failed' : action.startsWith('delay') ? 'delayed' : 'other',
    status: code,
    isHard: code.startsWith('5'),
    recipients: all(/^(?:final|original)-recipient:[^;\r\n]*;([^\r\n]*)/gim).flatMap((found) => {
      const key = addressKeyOf(found.replace(/^<|>$/g, ''));
      return key === undefined ? [] : [key];
    }),
    messageIds: all(/^message-id:\s*<?([^<>\s]+)>?/gim),
  };
}
