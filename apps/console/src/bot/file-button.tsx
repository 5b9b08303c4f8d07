import { type ReactNode, useRef } from 'react';

import { Button } from '../ui/button.tsx';

/** A button that asks for a file. */
export function FileButton({
  accept,
  pending,
  small = false,
  onFile,
  children,
}: {
  accept: string;
  pending: boolean;
  small?: boolean;
  onFile: (file: File) => void;
  children: ReactNode;
}) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button pending={pending} small={small} onClick={() => input.current?.click()}>
        {children}
      </Button>
      <input
        ref={input}
        type="file"
        accept={accept}
        hidden
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          // The same file can be chosen again.
          target.value = '';
          if (file) onFile(file);
        }}
      />
    </>
  );
}
