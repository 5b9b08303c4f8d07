import { usePanel } from '../panel/state-context.ts';

/** A face, or the first letter of a name. It stands beside the name, so it says nothing itself. */
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
