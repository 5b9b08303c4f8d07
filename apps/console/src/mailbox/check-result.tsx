import type { checkMailbox } from '@parley/sdk';
import { CircleAlert, CircleCheck } from 'lucide-react';

import { useTexts } from '../app/texts.tsx';
import { mailFaults } from '../conversation/mail-faults.ts';

type Checked = Awaited<ReturnType<typeof checkMailbox>>;

export const isGood = ({ inbound, outbound }: Checked): boolean => inbound?.ok !== false && outbound?.ok !== false;

/** What a try of both servers has shown, and what to do. */
export function CheckResult({ checked }: { checked: Checked }) {
  const t = useTexts();
  return (
    <ul role="status" className="flex flex-col gap-1">
      {(['inbound', 'outbound'] as const).map((way) => {
        const result = checked[way];
        if (!result) return null;
        const { ok, error } = result;
        const Icon = ok ? CircleCheck : CircleAlert;
        return (
          <li key={way} className="flex items-start gap-2">
            <Icon size={16} aria-hidden className={`mt-0.5 shrink-0 ${ok ? 'text-good' : 'text-bad'}`} />
            <span>
              <span className="font-semibold">{t(`mail.check.${way}`)}</span>{' '}
              {ok ? t('mail.check.ok') : error && t(mailFaults[error.code])}
            </span>
          </li>
        );
      })}
    </ul>
  );
}
