import { eraseSubject, isParleyError, type LeadRecordView, limits } from '@parley/sdk';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';

import { fieldProblem } from '../app/problem.ts';
import { useTexts } from '../app/texts.tsx';
import { useWorkplace } from '../app/workplace.tsx';
import { Confirm } from '../ui/confirm.tsx';
import { TextArea } from '../ui/controls.tsx';
import { nameOfContact } from './contact-fields.ts';

interface EraseDialogProps {
  lead: LeadRecordView;
  /** With the id of the erasure; also when one is running already. */
  onBegun: (erasure: string) => void;
  onClose: () => void;
}

/** The last step before a person is erased everywhere. */
export function EraseDialog({ lead, onBegun, onClose }: EraseDialogProps) {
  const t = useTexts();
  const { parley } = useWorkplace();
  const [reason, setReason] = useState('');
  const erase = useMutation({
    mutationFn: () => eraseSubject(parley, { lead: lead._id, ...(reason.trim() && { reason: reason.trim() }) }),
    onSuccess: ({ _id }) => onBegun(_id),
    onError: (error) => {
      if (isParleyError(error, 'erasure_running') && error.conflict) onBegun(error.conflict);
    },
  });
  const atReason = fieldProblem(erase.error, 'reason');
  return (
    <Confirm
      title={t('contacts.erasure.title')}
      action={t('contacts.erasure.confirm')}
      words={nameOfContact(lead)}
      pending={erase.isPending}
      error={atReason ? undefined : erase.error}
      onConfirm={() => erase.mutate()}
      onClose={onClose}
    >
      <p>{t('contacts.erasure.what', { name: nameOfContact(lead) })}</p>
      <p>{t('contacts.erasure.final')}</p>
      <TextArea
        label={t('contacts.erasure.reason')}
        value={reason}
        rows={2}
        maxLength={limits.eraseSubject.reason.maxLength}
        onChange={({ target }) => setReason(target.value)}
        problem={atReason}
      />
    </Confirm>
  );
}
