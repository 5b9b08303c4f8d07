import { Fragment, type ReactNode } from 'react';

import type { MessageId } from '../app/language.ts';
import { useTexts } from '../app/texts.tsx';
import english from '../locales/core/en.json' with { type: 'json' };
import { Skeleton } from '../ui/states.tsx';
import { labelOf, type ThreadMessage } from './thread.ts';

/** A line across the thread: a day, or where the new messages begin. */
export function Line({ children, accent }: { children: ReactNode; accent?: boolean }) {
  return (
    <p
      className={`flex items-center gap-3 px-4 pt-4 pb-1 text-small font-semibold ${accent ? 'text-accent' : 'text-ink-soft'}`}
    >
      <span className={`h-px flex-1 ${accent ? 'bg-accent' : 'bg-line'}`} />
      {children}
      <span className={`h-px flex-1 ${accent ? 'bg-accent' : 'bg-line'}`} />
    </p>
  );
}

/** Lines that follow each other stand in one: "Linus left · Ada joined". */
export function ServiceLines({ messages }: { messages: readonly ThreadMessage[] }) {
  return (
    <p className="px-4 pt-3 text-center text-small text-ink-soft">
      {messages.map((message, index) => (
        <Fragment key={message._id}>
          {index > 0 && ' · '}
          <ServiceLine message={message} />
        </Fragment>
      ))}
    </p>
  );
}

/** Translated by its key; the stored text only where the key is unknown. */
function ServiceLine({ message }: { message: ThreadMessage }) {
  const t = useTexts();
  const label = labelOf(message.attributes);
  const id = `service.${label?.key ?? ''}`;
  const values = Object.fromEntries(
    Object.entries(label?.parameters ?? {}).map(([name, value]) => [name, String(value)]),
  );
  return <bdi>{id in english ? t(id as MessageId, values) : message.text}</bdi>;
}

export function ThreadSkeleton() {
  return (
    <div className="flex flex-col gap-3 p-4">
      <Skeleton className="h-12 w-2/5" />
      <Skeleton className="h-9 w-1/2 self-end" />
      <Skeleton className="h-16 w-3/5" />
    </div>
  );
}
