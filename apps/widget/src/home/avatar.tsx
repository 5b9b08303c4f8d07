import { usePanel } from '../panel/state-context.ts';

/** A photo, or the first letter of the name. Hidden from screen readers, because the name is beside it. */
export function Avatar({ name, src }: { name: string; src?: string | undefined }) {
  const { host } = usePanel();
  return (
    <span class="avatar" aria-hidden="true">
      {src ? (
        <img src={new URL(src, host.api).href} alt="" width={32} height={32} />
      ) : (
        (Array.from(name)[0] ?? '·').toUpperCase()
      )}
    </span>
  );
}
