import type { CarriedMessage } from '../clients/conversations.client.ts';
import type { MediaClient } from '../clients/media.client.ts';

/** A file of a message that leaves: inside the mail, or as a link. */
export type OutgoingFile =
  | { name: string; type: string; content: Buffer; cid?: string }
  | { name: string; link: string };

/** Bytes of attachments inside one mail. Source: contract 26 section 6.1. */
const maxInside = 15_000_000;
/** Types that mail clients show inside the text. */
const shownInside = /^image\/(?:png|jpeg|gif|webp)$/;

/**
 * Files of the messages of one mail, by the `_id`s of the messages: inside it while there is room, otherwise as signed links. An address
 * that is no file of the project stays the link that it is.
 * @throws dependency_down while media cannot be asked: the mail waits
 */
export async function outgoingFiles(
  media: Pick<MediaClient, 'read'>,
  projectId: string,
  messages: readonly CarriedMessage[],
): Promise<Map<string, OutgoingFile>> {
  const files = new Map<string, OutgoingFile>();
  let room = maxInside;
  for (const { _id, type, metadata } of messages) {
    if (typeof metadata?.src !== 'string') continue;
    const { src } = metadata;
    const name = typeof metadata.name === 'string' && metadata.name !== '' ? metadata.name : type;
    const found = await media.read({ projectId, src, maxBytes: room });
    if (!found?.content) {
      files.set(_id, { name: found?.name ?? name, link: found?.link ?? src });
      continue;
    }
    room -= found.content.length;
    const cid = shownInside.test(found.type) ? { cid: `${_id}@parley` } : {};
    files.set(_id, { name: found.name, type: found.type, content: found.content, ...cid });
  }
  return files;
}
