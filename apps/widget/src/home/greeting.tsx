import { Label } from '../panel/label.tsx';
import { usePanel } from '../panel/state-context.ts';

/** Shown before the first message: who answers, and when. */
export function Greeting() {
  const { boot, texts, beginning } = usePanel();
  const { open, user_available: available, departments } = boot;
  const chosen = beginning.value.department;
  const department = departments.find(({ _id, default: isDefault }) => (chosen ? _id === chosen : isDefault));
  const opensAt = open.next_change_at;
  if (!open.isopen)
    return (
      <div class="greeting">
        <p>
          <Label name="LABEL_FIRST_MSG_OPERATING_HOURS_CLOSED" />
        </p>
        {department?.offline_msg && (
          <p>
            <Label text={department.offline_msg} />
          </p>
        )}
        {opensAt && <p dir="auto">{texts.text('BACK_AT', { time: texts.opening(Date.parse(opensAt)) })}</p>}
      </div>
    );
  return (
    <div class="greeting">
      <p>
        <Label name={available.length > 0 || department?.hasBot ? 'LABEL_FIRST_MSG' : 'LABEL_FIRST_MSG_NO_AGENTS'} />
      </p>
      {department?.online_msg && (
        <p>
          <Label text={department.online_msg} />
        </p>
      )}
    </div>
  );
}
