import { type BanView, banVisitor, liftBan, limits, type ProjectView } from '@parley/sdk';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

import { fieldProblem } from '../app/problem.ts';
import { useFormats, useTexts } from '../app/texts.tsx';
import { useWorkplace } from '../app/workplace.tsx';
import { Button } from '../ui/button.tsx';
import { Confirm } from '../ui/confirm.tsx';
import { Field } from '../ui/field.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { Section } from '../ui/page.tsx';
import { Table } from '../ui/table.tsx';

/** Visitors and addresses that the project turns away. */
export function Bans({ project }: { project: ProjectView }) {
  const t = useTexts();
  const { full } = useFormats();
  const queries = useQueryClient();
  const { parley, projectId, people } = useWorkplace();
  const [adding, setAdding] = useState(false);
  const [lifted, setLifted] = useState<BanView>();
  const put = (stored: ProjectView) => queries.setQueryData(['project', projectId], stored);

  const ban = useMutation({
    mutationFn: (form: FormData) => {
      const text = (name: string) => String(form.get(name)).trim() || undefined;
      const [id, ip] = [text('id'), text('ip')];
      return banVisitor(parley, { ...(id && { id }), ...(ip && { ip }) });
    },
    onSuccess: (stored) => {
      put(stored);
      setAdding(false);
    },
  });
  const lift = useMutation({
    mutationFn: ({ _id }: BanView) => liftBan(parley, { banid: _id }),
    onSuccess: (stored) => {
      put(stored);
      setLifted(undefined);
    },
  });
  const bans = project.bannedUsers ?? [];
  return (
    <Section title={t('settings.bans')} help={t('settings.bans.help')}>
      {bans.length === 0 ? (
        <p className="text-ink-soft">{t('settings.bans.none')}</p>
      ) : (
        <Table
          label={t('settings.bans')}
          rows={bans}
          keyOf={({ _id }) => _id}
          columns={[
            {
              id: 'who',
              title: t('settings.bans.who'),
              cell: (one) => <code className="break-all">{nameOf(one)}</code>,
            },
            {
              id: 'by',
              title: t('settings.bans.by'),
              cell: ({ createdBy, createdAt }) => (
                <>
                  <bdi>{people.nameOf(createdBy) ?? createdBy}</bdi>
                  <span className="block text-small text-ink-soft">{full(Date.parse(createdAt))}</span>
                </>
              ),
            },
            {
              id: 'actions',
              title: t('settings.actions'),
              isActions: true,
              cell: (one) => (
                <Button small onClick={() => setLifted(one)}>
                  {t('settings.bans.lift')}
                </Button>
              ),
            },
          ]}
        />
      )}
      <div>
        <Button onClick={() => setAdding(true)}>{t('settings.bans.add')}</Button>
      </div>
      {adding && (
        <FormDialog
          title={t('settings.bans.add')}
          action={t('settings.bans.add')}
          onSubmit={(form) => ban.mutate(form)}
          onClose={() => setAdding(false)}
          pending={ban.isPending}
          error={ban.error}
        >
          <Field
            label={t('settings.bans.id')}
            name="id"
            maxLength={limits.banVisitor.id?.maxLength}
            help={t('settings.bans.idHelp')}
            problem={fieldProblem(ban.error, 'id')}
          />
          <Field
            label={t('settings.bans.ip')}
            name="ip"
            maxLength={limits.banVisitor.ip?.maxLength}
            help={t('settings.bans.ipHelp')}
            problem={fieldProblem(ban.error, 'ip')}
          />
        </FormDialog>
      )}
      {lifted && (
        <Confirm
          title={t('settings.bans.liftTitle')}
          action={t('settings.bans.lift')}
          pending={lift.isPending}
          error={lift.error}
          onConfirm={() => lift.mutate(lifted)}
          onClose={() => setLifted(undefined)}
        >
          <p>{t('settings.bans.liftText', { name: nameOf(lifted) })}</p>
        </Confirm>
      )}
    </Section>
  );
}

const nameOf = ({ id, ip }: BanView): string => [id, ip].filter(Boolean).join(' · ');
