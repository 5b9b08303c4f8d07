/** Progress of something; without `max`, only that it is running. */
export function Progress({ label, value, max }: { label: string; value: number; max?: number | undefined }) {
  const share = max ? Math.min(value / max, 1) : undefined;
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      {...(max && { 'aria-valuemax': max, 'aria-valuenow': Math.min(value, max) })}
      className="h-2 overflow-hidden rounded-full bg-hover"
    >
      <div
        className={share === undefined ? 'h-full w-1/3 animate-pulse bg-accent' : 'h-full bg-accent'}
        {...(share !== undefined && { style: { inlineSize: `${share * 100}%` } })}
      />
    </div>
  );
}
