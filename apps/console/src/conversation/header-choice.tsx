import { type MacroView, type RequestRecord, routeRequest } from '@parley/sdk';
import type { RefObject } from 'react';

import { lazyPart, takesKeys } from '../app/lazy-part.tsx';
import { useWorkplace } from '../app/workplace.tsx';
import type { InboxRow } from '../inbox/row.ts';
import type { Choice } from './more-menu.tsx';
import type { useUndoable } from './undoable.ts';
import type { Changes } from './use-changes.ts';

const pickers = () => import('../inbox/pickers.tsx');
const PersonPicker = lazyPart('actions', async () => (await pickers()).PersonPicker, takesKeys);
const DepartmentPicker = lazyPart('actions', async () => (await pickers()).DepartmentPicker, takesKeys);
const BanDialog = lazyPart('actions', async () => (await import('./ban-dialog.tsx')).BanDialog, takesKeys);
const TagPicker = lazyPart('actions', async () => (await pickers()).TagPicker, takesKeys);
const HoldDialog = lazyPart('actions', async () => (await import('../hold/hold-dialog.tsx')).HoldDialog, takesKeys);
const snoozes = () => import('../inbox/snooze-picker.tsx');
const SnoozePicker = lazyPart('actions', async () => (await snoozes()).SnoozePicker, takesKeys);
const SnoozeDialog = lazyPart('actions', async () => (await snoozes()).SnoozeDialog, takesKeys);
const MergeDialog = lazyPart('actions', async () => (await import('../merge/merge-dialog.tsx')).MergeDialog, takesKeys);
const ServiceLevels = lazyPart('actions', async () => (await import('./service-levels.tsx')).ServiceLevels, takesKeys);
const MacroMenu = lazyPart('automation', async () => (await import('../macro/macro-menu.tsx')).MacroMenu, takesKeys);

type Anchor = RefObject<HTMLButtonElement | null>;

interface HeaderChoiceProps {
  choice: Choice | undefined;
  /** Of the macro whose preview opens instead of the menu. */
  digit: number | undefined;
  /** Buttons beside which pickers open. */
  anchors: Record<'assignee' | 'place' | 'clock' | 'dues' | 'macros', Anchor>;
  /** Why it cannot be changed. */
  closed: string | undefined;
  requestId: string;
  request: RequestRecord | undefined;
  row: InboxRow | undefined;
  requesterId: string | undefined;
  /** Of the contact. */
  name: string;
  undoable: ReturnType<typeof useUndoable>;
  change: Changes['change'];
  choose: (choice: Choice) => void;
  onRun: (macro: MacroView) => Promise<void>;
  onClose: () => void;
}

/** The picker or dialog of the header that is open. */
export function HeaderChoice(props: HeaderChoiceProps) {
  const { choice, digit, anchors, closed, requestId, request, row, requesterId, name } = props;
  const { undoable, change, choose, onRun, onClose } = props;
  const { parley } = useWorkplace();
  const shown = request ?? row;
  const participants = shown?.participants ?? [];
  const snooze = request?.snooze;
  const act = (call: () => Promise<unknown>) => void change(call).catch(ignore);
  return (
    <>
      {choice === 'assign' && (
        <PersonPicker
          anchor={anchors.assignee}
          chosen={participants}
          onPick={(member) => void undoable.assign(member, participants).catch(ignore)}
          onClose={onClose}
        />
      )}
      {choice === 'department' && (
        <DepartmentPicker
          anchor={anchors.place}
          chosen={shown?.department ? [shown.department._id] : []}
          onPick={(departmentid) =>
            act(() => routeRequest(parley, { request_id: requestId, departmentid, nobot: true }))
          }
          onClose={onClose}
        />
      )}
      {choice === 'tag' && (
        <TagPicker onPick={(tag) => void undoable.addTag(tag, shown?.tags ?? []).catch(ignore)} onClose={onClose} />
      )}
      {choice === 'snooze' && (
        <SnoozePicker
          anchor={anchors.clock}
          onPick={(wanted) => void undoable.snooze(wanted, snooze).catch(ignore)}
          onDate={() => choose('snoozeDate')}
          onClose={onClose}
        />
      )}
      {choice === 'snoozeDate' && (
        <SnoozeDialog onPick={(wanted) => void undoable.snooze(wanted, snooze).catch(ignore)} onClose={onClose} />
      )}
      {choice === 'macro' && (
        <MacroMenu
          anchor={anchors.macros}
          requestId={requestId}
          department={shown?.department?._id}
          digit={digit}
          onRun={onRun}
          onClose={onClose}
        />
      )}
      {choice === 'sla' && (
        <ServiceLevels
          anchor={anchors.dues}
          requestId={requestId}
          version={`${request?.__v} ${row?.messages.seq}`}
          refusal={closed}
          change={change}
          onClose={onClose}
        />
      )}
      {choice === 'merge' && request && <MergeDialog request={request} onClose={onClose} />}
      {choice === 'hold' && <HoldDialog of={{ kind: 'request', record: requestId }} onClose={onClose} />}
      {choice === 'ban' && requesterId !== undefined && (
        <BanDialog visitor={requesterId} name={name} onClose={onClose} />
      )}
    </>
  );
}

const ignore = () => undefined;
