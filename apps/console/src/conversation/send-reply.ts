import type { Draft, DraftFile, TakenDraft } from './drafts.ts';
import type { OutgoingMessage } from './outbox.ts';

/**
 * Moves a draft into the outbox: a message for each file, then the text. What the outbox could not keep goes back into the composer.
 * @param add the outbox's, which gives each message its place when it is called
 * @throws what the store throws
 */
export async function sendReply(taken: TakenDraft, add: (message: OutgoingMessage) => Promise<unknown>): Promise<void> {
  const { draft } = taken;
  const parts: [message: OutgoingMessage, unsent: Pick<Draft, 'text' | 'files'>][] = draft.files.map((file) => [
    messageOf(file),
    { text: '', files: [file] },
  ]);
  const { text, isMicro } = draft;
  if (text.trim())
    parts.push([
      { text, ...(isMicro && { attributes: { microlanguage: true } }) },
      { text, files: [] },
    ]);
  const added = await Promise.allSettled(parts.map(([message]) => add(message)));
  const unsent = parts.flatMap(([, part], index) => (added[index]?.status === 'rejected' ? [part] : []));
  if (unsent.length === 0) return taken.finish();
  taken.restore({
    ...draft,
    text: unsent.map(({ text }) => text).join(''),
    files: unsent.flatMap(({ files }) => files),
  });
  throw added.find((result) => result.status === 'rejected')?.reason;
}

function messageOf({ name, type, size, downloadURL }: DraftFile): OutgoingMessage {
  const isImage = type.startsWith('image/');
  return {
    type: isImage ? 'image' : 'file',
    text: isImage ? '' : name,
    metadata: { src: downloadURL, name, type, size },
  };
}

/** What the agent wrote of a message that was not sent, for the composer. */
export function draftOf({
  type,
  text,
  metadata,
  attributes,
}: OutgoingMessage): Pick<Draft, 'text' | 'files' | 'isMicro'> {
  const { src, name, type: mime, size } = metadata ?? {};
  const isFile = type === 'image' || type === 'file';
  if (!isFile || typeof src !== 'string')
    return { text: text ?? '', files: [], ...(attributes?.microlanguage === true && { isMicro: true }) };
  return {
    text: '',
    files: [
      {
        name: String(name ?? ''),
        type: String(mime ?? ''),
        size: Number(size ?? 0),
        filename: src,
        downloadURL: src,
      },
    ],
  };
}
