import { Paperclip } from 'lucide-react';
import { type DragEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';

import { useTexts } from '../app/texts.tsx';
import { holdsFiles } from '../ui/kept-page.ts';

interface FileDropProps {
  /** Why no file is taken now. */
  refusal: string | undefined;
  /** Where pasted text goes by itself. */
  field: RefObject<HTMLElement | null>;
  onFiles: (files: FileList) => void;
  children: ReactNode;
}

/** Takes files that are dropped anywhere on the conversation, or pasted while no other field has the focus. */
export function FileDrop({ refusal, field, onFiles, children }: FileDropProps) {
  const t = useTexts();
  const [isOver, setOver] = useState(false);
  usePastedFiles(field, (files) => refusal === undefined && onFiles(files));

  function over(event: DragEvent) {
    if (!holdsFiles(event.dataTransfer)) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = refusal === undefined ? 'copy' : 'none';
    setOver(true);
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button of the composer and pasting do the same.
    <div
      className="relative flex min-h-0 min-w-0 flex-1 flex-col"
      onDragEnter={over}
      onDragOver={over}
      onDragLeave={({ currentTarget, relatedTarget }) => {
        if (!(relatedTarget instanceof Node) || !currentTarget.contains(relatedTarget)) setOver(false);
      }}
      onDrop={(event) => {
        if (!holdsFiles(event.dataTransfer)) return;
        event.preventDefault();
        setOver(false);
        if (refusal === undefined) onFiles(event.dataTransfer.files);
      }}
    >
      {children}
      {isOver && (
        <div className="pointer-events-none absolute inset-2 z-30 flex flex-col items-center justify-center gap-2 rounded-box border-2 border-accent border-dashed bg-accent-soft font-semibold text-accent">
          <Paperclip size={20} aria-hidden />
          {refusal ?? t('composer.drop')}
        </div>
      )}
    </div>
  );
}

function usePastedFiles(field: FileDropProps['field'], take: (files: FileList) => void): void {
  const newest = useRef(take);
  newest.current = take;
  useEffect(() => {
    const stop = new AbortController();
    const paste = ({ target, clipboardData }: ClipboardEvent) => {
      if (!clipboardData || clipboardData.files.length === 0) return;
      const isElsewhere = target instanceof Element && target.closest('input, textarea, [role="dialog"]') !== null;
      if (target === field.current || !isElsewhere) newest.current(clipboardData.files);
    };
    document.addEventListener('paste', paste, stop);
    return () => stop.abort();
  }, [field]);
}
