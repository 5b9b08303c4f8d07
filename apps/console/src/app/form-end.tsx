import { listActivities } from '@parley/sdk';
import { useQuery } from '@tanstack/react-query';
import { useBlocker } from '@tanstack/react-router';

import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { RefusedCall } from '../ui/form-dialog.tsx';
import { changedNames } from './merge-versions.ts';
import type { Versioned } from './store-form.ts';
import { useTexts } from './texts.tsx';
import type { VersionedForm } from './use-versioned-form.ts';
import { useWorkplace } from './workplace.tsx';

/** What a member is called, and what it holds, in words. */
export type Describe<Form> = (name: keyof Form & string, form: Form) => { label: string; value: string };

/** The verbs of the activity log that tell who changed a record. */
export type ChangeVerb = 'DEPARTMENT_UPDATE' | 'GROUP_UPDATE' | 'PROJECT_UPDATE' | 'PROJECT_USER_UPDATE';

interface FormEndProps<Data extends Versioned & { updatedAt: string }, Form extends object> {
  form: VersionedForm<Data, Form>;
  /** Of such a record, where the log has one. */
  verb?: ChangeVerb | undefined;
  /** Of a record that only the person changes. */
  words?: ConflictWords | undefined;
  describe: Describe<Form>;
  /** Of a record that is yet to be made: it can be stored as it is suggested. */
  isNew?: boolean;
  /** Why it cannot be saved as it is. */
  refusal?: string | undefined;
  /** Whether a way leaves the form; otherwise each to another path does. */
  leaves?: Leaves;
}

interface ConflictWords {
  /** Who changed it meanwhile, in a sentence. */
  changed: string;
  /** On the button that takes what is stored. */
  take: string;
}

interface Place {
  pathname: string;
  params: object;
  search: object;
}
type Leaves = (from: Place, to: Place) => boolean;

/** The end of a form over a record with a version: what went wrong, who changed it meanwhile, save, and a guard against leaving. */
export function FormEnd<Data extends Versioned & { updatedAt: string }, Form extends object>({
  form,
  verb,
  words,
  describe,
  isNew = false,
  refusal,
  leaves,
}: FormEndProps<Data, Form>) {
  const t = useTexts();
  return (
    <div className="flex flex-col gap-3">
      <ChangedMeanwhile form={form} verb={verb} words={words} describe={describe} />
      <RefusedCall error={form.error} onRetry={form.save} />
      <div className="flex flex-wrap items-center gap-2">
        <Button
          look="primary"
          type="submit"
          pending={form.pending}
          refusal={form.isDirty || isNew ? refusal : t('state.unchanged')}
        >
          {t('state.save')}
        </Button>
        {form.isDirty && !form.pending && <Button onClick={form.reset}>{t('state.discard')}</Button>}
        <span role="status" className="text-good">
          {form.saved && t('state.saved')}
        </span>
      </div>
      <LeaveGuard isDirty={form.isDirty} leaves={leaves} />
    </div>
  );
}

/** Asks before a page with unsaved changes is left, by a link or by closing it. */
export function LeaveGuard({
  isDirty,
  leaves = (from, to) => from.pathname !== to.pathname,
}: {
  isDirty: boolean;
  leaves?: Leaves | undefined;
}) {
  const t = useTexts();
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => isDirty && leaves(current, next),
    enableBeforeUnload: () => isDirty,
    withResolver: true,
  });
  if (blocker.status !== 'blocked') return null;
  return (
    <Dialog
      open
      onClose={blocker.reset}
      title={t('state.unsaved')}
      closeLabel={t('state.close')}
      actions={
        <>
          <Button onClick={blocker.reset}>{t('state.stay')}</Button>
          <Button look="danger" onClick={blocker.proceed}>
            {t('state.leave')}
          </Button>
        </>
      }
    >
      <p>{t('state.unsavedText')}</p>
    </Dialog>
  );
}

/** Who changed which members since the form was begun, and whose are to stay. */
export function ChangedMeanwhile<Data extends Versioned & { updatedAt: string }, Form extends object>({
  form: { conflict, draft, formOf, takeTheirs, keepMine, pending },
  verb,
  words,
  describe,
}: FormEndProps<Data, Form>) {
  if (!conflict) return null;
  const theirs = formOf(conflict.theirs);
  const own = changedNames(formOf(conflict.base), draft);
  const members = conflict.names.map((member) => {
    const { label, value } = describe(member, theirs);
    return { label, stored: value, ...(own.includes(member) && { own: describe(member, draft).value }) };
  });
  const box = { members, onTheirs: takeTheirs, onMine: keepMine, pending };
  return verb ? (
    <ChangedByTeammate verb={verb} since={conflict.base} {...box} />
  ) : (
    <ChangedMembers words={words} {...box} />
  );
}

interface ChangedMembersProps {
  /** Otherwise it was another person. */
  words?: Partial<ConflictWords> | undefined;
  members: readonly { label: string; stored: string; own?: string }[];
  onTheirs: () => void;
  onMine: () => void;
  pending: boolean;
}

/** Members that another person has changed, with what is stored now and what this person would store. */
export function ChangedMembers({ words, members, onTheirs, onMine, pending }: ChangedMembersProps) {
  const t = useTexts();
  return (
    <section role="alert" className="rounded-box border border-warn bg-warn-soft p-4 text-ink">
      <p className="font-semibold text-warn">{words?.changed ?? t('state.changedBySomeone')}</p>
      <p className="mb-3">{t('state.changedText')}</p>
      <dl className="mb-3 flex flex-col gap-2">
        {members.map(({ label, stored, own }) => (
          <div key={label}>
            <dt className="font-semibold">{label}</dt>
            <dd>
              {t('state.stored')} <MemberValue value={stored} />
            </dd>
            {own !== undefined && own !== stored && (
              <dd>
                {t('state.yours')} <MemberValue value={own} />
              </dd>
            )}
          </div>
        ))}
      </dl>
      <div className="flex flex-wrap gap-2">
        <Button onClick={onTheirs}>{words?.take ?? t('state.takeTheirs')}</Button>
        <Button onClick={onMine} pending={pending}>
          {t('state.keepMine')}
        </Button>
      </div>
    </section>
  );
}

interface ChangedByTeammateProps extends ChangedMembersProps {
  verb: ChangeVerb;
  since: Versioned & { updatedAt: string };
}

/** The same, by the name that the activity log has. */
function ChangedByTeammate({ verb, since, ...box }: ChangedByTeammateProps) {
  const t = useTexts();
  const name = useWhoChanged(verb, since);
  return (
    <ChangedMembers words={name === undefined ? undefined : { changed: t('state.changedBy', { name }) }} {...box} />
  );
}

function MemberValue({ value }: { value: string }) {
  const t = useTexts();
  return value === '' ? <em>{t('state.noValue')}</em> : <bdi>{value}</bdi>;
}

/** The log is written shortly after the change. */
const [askEveryMs, maxAsked] = [1_000, 10];

/** Name of the person who changed a record since the state that is given, as soon as the activity log has it. */
function useWhoChanged(verb: ChangeVerb, since: Versioned & { updatedAt: string }): string | undefined {
  const { parley } = useWorkplace();
  const { data } = useQuery({
    queryKey: ['who-changed', verb, since._id, since.__v],
    queryFn: async () => {
      const { activities } = await listActivities(parley, { activities: verb, limit: 40 });
      const found = activities.find(({ target, createdAt }) => target.id === since._id && createdAt > since.updatedAt);
      return found?.actor.name ?? null;
    },
    gcTime: 0,
    refetchInterval: ({ state }) => !state.data && state.dataUpdateCount < maxAsked && askEveryMs,
  });
  return data ?? undefined;
}
