import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';

import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { Refusal } from '../ui/states.tsx';
import { CallForm } from './call-form.tsx';
import { answerByPasskey, isPasskeyCancelled } from './passkey.ts';
import { problemOf } from './problem.ts';
import { useSession } from './session-context.tsx';
import { useTexts } from './texts.tsx';

/** What a refusal asks for. */
export interface FactorChallenge {
  challenge: string;
  methods: readonly string[];
}

/** The second factor of a sign-in: a code of an authenticator app, else a recovery code. */
export function FactorForm({
  challenge: { challenge, methods },
  onBack,
}: {
  challenge: FactorChallenge;
  onBack: () => void;
}) {
  const t = useTexts();
  const session = useSession();
  const [isRecovery, setRecovery] = useState(!methods.includes('totp'));
  const passkey = useMutation({ mutationFn: () => answerByPasskey(session, challenge) });
  const name = isRecovery ? 'recovery_code' : 'code';
  return (
    <div className="flex flex-col gap-3">
      {methods.includes('passkey') && (
        <div className="grid">
          <Button look="primary" pending={passkey.isPending} onClick={() => passkey.mutate()}>
            {t('entrance.passkey')}
          </Button>
        </div>
      )}
      {passkey.error && !isPasskeyCancelled(passkey.error) && <Refusal>{problemOf(passkey.error, t).msg}</Refusal>}
      <p className="text-ink-soft">{t(isRecovery ? 'entrance.factor.recoveryText' : 'entrance.factor.text')}</p>
      <CallForm
        key={name}
        action={t('signin.submit')}
        fieldOf={{ invalid_credentials: name }}
        send={({ code = '', recovery_code = '' }) =>
          session.signIn(isRecovery ? { challenge, recovery_code } : { challenge, code })
        }
      >
        {(wordsAt) => (
          <Field
            label={t(isRecovery ? 'entrance.factor.recovery' : 'entrance.factor.code')}
            name={name}
            required
            autoFocus
            dir="ltr"
            maxLength={32}
            spellCheck={false}
            problem={wordsAt(name) && t('entrance.factor.wrong')}
            {...(isRecovery
              ? { autoComplete: 'off' }
              : { autoComplete: 'one-time-code', inputMode: 'numeric' as const })}
          />
        )}
      </CallForm>
      <div className="flex flex-wrap justify-between gap-2">
        <Button onClick={onBack}>{t('state.back')}</Button>
        {methods.includes('totp') && (
          <Button onClick={() => setRecovery(!isRecovery)}>
            {t(isRecovery ? 'entrance.factor.useCode' : 'entrance.factor.useRecovery')}
          </Button>
        )}
      </div>
    </div>
  );
}
