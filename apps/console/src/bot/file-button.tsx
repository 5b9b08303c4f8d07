import { type ReactNode, useRef } from 'react';

import { Button } from '../ui/button.tsx';
import { Progress } from '../ui/progress.tsx';

/** A button that asks for a file, and what the file is sent with. */
export function FileButton({
  accept,
  label,
  icon,
  pending,
  small = false,
  onFile,
}: {
  accept: string;
  label: string;
  icon?: ReactNode;
  /** A file is on its way: it is taken as a whole, so nothing says how far it is. */
  pending: boolean;
  small?: boolean;
  onFile: (file: File) => void;
}) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <Running label={label} pending={pending}>
      <Button pending={pending} small={small} onClick={() => input.current?.click()}>
        {icon}
        {label}
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
    </Running>
  );
}

/** What begins a run, with the bar of the run below it; nothing moves for the bar. */
export function Running({ label, pending, children }: { label: string; pending: boolean; children: ReactNode }) {
  return (
    <span className="relative inline-flex">
      {children}
      {pending && (
        <span className="absolute inset-x-0 top-full mt-0.5 block">
          <Progress label={label} value={0} />
        </span>
      )}
    </span>
  );
}
