import { Label } from '../panel/label.tsx';
import { usePanel } from '../panel/state-context.ts';

/** The choice of a department for the conversation. */
export function Topic() {
  const state = usePanel();
  return (
    <div class="page">
      <h2>
        <Label name="LABEL_SELECT_TOPIC" />
      </h2>
      <ul class="topics">
        {state.boot.departments.map(({ _id, name, description }, index) => (
          <li key={_id}>
            <button
              type="button"
              class="secondary"
              data-first={index === 0 ? true : undefined}
              onClick={() => void state.chooseTopic(_id)}
            >
              <bdi>{name}</bdi>
              {description && <small>{description}</small>}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
