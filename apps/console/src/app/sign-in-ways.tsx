import { useMutation } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';

import { Button } from '../ui/button.tsx';
import { Refusal } from '../ui/states.tsx';
import { hasPasskeys, isPasskeyCancelled, signInByPasskey } from './passkey.ts';
import { mayPass, problemOf } from './problem.ts';
import { useSession } from './session-context.tsx';
import { useTexts } from './texts.tsx';

/** Ways to sign in other than by a password. */
export function SignInWays() {
  const t = useTexts();
  const session = useSession();
  const passkey = useMutation({ mutationFn: () => signInByPasskey(session) });
  const error = isPasskeyCancelled(passkey.error) ? null : passkey.error;
  if (!hasPasskeys()) return null;
  return (
    <div className="mt-4 flex flex-col gap-3 border-t border-line pt-4">
      <div className="grid">
        <Button pending={passkey.isPending} onClick={() => passkey.mutate()}>
          <KeyRound size={16} aria-hidden />
          {t('entrance.passkey')}
        </Button>
      </div>
      {error && <Refusal details={mayPass(error) ? problemOf(error, t) : undefined}>{problemOf(error, t).msg}</Refusal>}
    </div>
  );
}
