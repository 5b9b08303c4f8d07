import { Copy } from 'lucide-react';

import { failures } from '../app/failures.ts';
import { useTexts } from '../app/texts.tsx';
import { Button } from './button.tsx';
import { toast } from './toasts.tsx';

/** A text to be taken elsewhere: a snippet, a secret. */
export function CopyText({ text }: { text: string }) {
  const t = useTexts();
  async function copy() {
    await navigator.clipboard.writeText(text);
    toast.add({ title: t('state.copied') });
  }
  return (
    <div className="flex items-start gap-2">
      <code
        dir="ltr"
        className="min-w-0 flex-1 rounded-box border border-line bg-raised px-3 py-2 font-mono text-small wrap-anywhere select-all"
      >
        {text}
      </code>
      <Button onClick={() => failures.run('copy', copy)}>
        <Copy size={14} aria-hidden />
        <span className="sr-only sm:not-sr-only">{t('state.copy')}</span>
      </Button>
    </div>
  );
}
