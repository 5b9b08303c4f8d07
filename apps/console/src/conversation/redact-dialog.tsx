import { limits, redactMessage } from '@parley/sdk';
import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';

import { useTexts } from '../app/texts.tsx';
import { useWorkplace } from '../app/workplace.tsx';
import { Button } from '../ui/button.tsx';
import { Chip } from '../ui/chip.tsx';
import { Confirm } from '../ui/confirm.tsx';
import { RadioField, TextArea } from '../ui/controls.tsx';
import { Field } from '../ui/field.tsx';
import { toast } from '../ui/toasts.tsx';
import { mailOf } from './mail-of-message.ts';
import type { ThreadMessage } from './thread.ts';
import { useRequestId } from './use-request-id.ts';

const maxPassages = 20;
const maxPassage = 2_000;

interface RedactDialogProps {
  message: ThreadMessage;
  /** On the page, when the dialog was asked for. */
  selected: string;
  onRedacted: (message: ThreadMessage) => void;
  onClose: () => void;
}

/** Asks what of a message goes, the whole of it or some words, and takes it out for good. */
export function RedactDialog({ message, selected, onRedacted, onClose }: RedactDialogProps) {
  const t = useTexts();
  const { parley } = useWorkplace();
  const requestId = useRequestId();
  // With what a mail quotes: that is stored as well.
  const text = mailOf(message)?.fullText ?? message.text;
  const isPart = selected !== '' && selected.length <= maxPassage && selected !== text && text.includes(selected);
  const [what, setWhat] = useState<'whole' | 'words'>(isPart ? 'words' : 'whole');
  const [passages, setPassages] = useState<readonly string[]>(isPart ? [selected] : []);
  const [reason, setReason] = useState('');
  const [isMissing, setMissing] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const redaction = useMutation({
    mutationFn: () =>
      redactMessage(parley, {
        ...{ request_id: requestId, message_id: message._id },
        ...(reason.trim() && { reason: reason.trim() }),
        ...(what === 'words' && { passages: [...passages] }),
      }),
    onSuccess: (redacted) => {
      onClose();
      onRedacted(redacted as ThreadMessage);
      toast.add({ title: t('redact.done') });
    },
  });

  function add() {
    if (!field.current) return;
    const { selectionStart, selectionEnd } = field.current;
    const words = text.slice(selectionStart, selectionEnd).trim().slice(0, maxPassage);
    setMissing(words === '' && passages.length === 0);
    if (words !== '' && !passages.includes(words)) setPassages([...passages, words]);
  }

  function confirm() {
    if (what === 'whole' || passages.length > 0) return redaction.mutate();
    setMissing(true);
    field.current?.focus();
  }

  return (
    <Confirm
      title={t('redact.title')}
      action={t('redact.confirm')}
      pending={redaction.isPending}
      error={redaction.error}
      onConfirm={confirm}
      onClose={onClose}
    >
      <div className="flex flex-col gap-4">
        {text.trim() !== '' && (
          <RadioField
            label={t('redact.what')}
            value={what}
            onChange={setWhat}
            choices={[
              { value: 'whole', label: t('redact.whole'), about: t('redact.wholeText') },
              { value: 'words', label: t('redact.words'), about: t('redact.wordsText') },
            ]}
          />
        )}
        {what === 'words' && (
          <div className="flex flex-col items-start gap-2">
            <div className="w-full">
              <TextArea
                ref={field}
                label={t('redact.message')}
                help={t('redact.messageHelp')}
                problem={isMissing ? t('redact.noWords') : undefined}
                readOnly
                rows={5}
                value={text}
              />
            </div>
            {passages.length < maxPassages && (
              <Button small onClick={add}>
                {t('redact.add')}
              </Button>
            )}
            {passages.length > 0 && (
              <ul aria-label={t('redact.words')} className="flex max-w-full flex-wrap gap-1">
                {passages.map((words) => (
                  <li key={words} className="max-w-full">
                    <Chip
                      text={words}
                      removeLabel={t('redact.remove', { words })}
                      onRemove={() => setPassages(passages.filter((one) => one !== words))}
                    />
                  </li>
                ))}
              </ul>
            )}
          </div>
        )}
        <Field
          label={t('redact.reason')}
          help={t('redact.reasonHelp')}
          dir="auto"
          autoComplete="off"
          maxLength={limits.redactMessage.reason?.maxLength}
          value={reason}
          onChange={({ target }) => setReason(target.value)}
        />
        <p className="text-ink-soft">{t('redact.final')}</p>
      </div>
    </Confirm>
  );
}
