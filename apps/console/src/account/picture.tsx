import { deleteImage, type UserView, uploadPhoto } from '@parley/sdk';
import { useMutation } from '@tanstack/react-query';
import { type ChangeEvent, useRef, useState } from 'react';

import { useOwnPicture } from '../app/own-record.ts';
import { useSession } from '../app/session-context.tsx';
import { useTexts } from '../app/texts.tsx';
import { Avatar } from '../ui/avatar.tsx';
import { Button } from '../ui/button.tsx';
import { Confirm } from '../ui/confirm.tsx';
import { RefusedCall } from '../ui/form-dialog.tsx';

/** The picture that teammates and visitors see. */
export function Picture({ user: { _id, firstname, lastname } }: { user: UserView }) {
  const t = useTexts();
  const { parley } = useSession();
  const { data: known } = useOwnPicture();
  // What was just sent is known at once; teammate records follow.
  const [sent, setSent] = useState<string | null>();
  const [isRemoving, setRemoving] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const upload = useMutation({
    mutationFn: (file: File) => uploadPhoto(parley, { file, force: true }),
    onSuccess: ({ thumbnail = '' }) =>
      setSent(`/v3/images?${new URLSearchParams({ path: thumbnail, v: String(Date.now()) })}`),
  });
  const remove = useMutation({
    mutationFn: () => deleteImage(parley, { path: `uploads/users/${_id}/images/photo.jpg` }),
    onSuccess: () => {
      setSent(null);
      setRemoving(false);
    },
  });
  const picture = sent === undefined ? known : sent;

  function choose({ target }: ChangeEvent<HTMLInputElement>) {
    const [file] = target.files ?? [];
    if (file) upload.mutate(file);
    // The same file can be chosen again.
    target.value = '';
  }

  return (
    <div className="flex flex-wrap items-center gap-4">
      <Avatar large name={`${firstname} ${lastname}`} picture={picture ?? undefined} />
      <input
        ref={input}
        type="file"
        accept="image/jpeg,image/png,image/gif,image/webp"
        aria-label={t('account.pictureFile')}
        className="sr-only"
        tabIndex={-1}
        onChange={choose}
      />
      <div className="flex flex-wrap gap-2">
        <Button pending={upload.isPending} onClick={() => input.current?.click()}>
          {t(picture ? 'account.pictureReplace' : 'account.pictureAdd')}
        </Button>
        {picture && <Button onClick={() => setRemoving(true)}>{t('account.pictureRemove')}</Button>}
      </div>
      {upload.error && (
        <div className="w-full">
          <RefusedCall error={upload.error} onRetry={() => upload.mutate(upload.variables)} />
        </div>
      )}
      {isRemoving && (
        <Confirm
          title={t('account.pictureRemove')}
          action={t('account.pictureRemove')}
          pending={remove.isPending}
          error={remove.error}
          onConfirm={() => remove.mutate()}
          onClose={() => setRemoving(false)}
        >
          <p>{t('account.pictureRemoveText')}</p>
        </Confirm>
      )}
    </div>
  );
}
