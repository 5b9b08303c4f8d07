/** An e-mail address in a column: it breaks before the `@`, and inside of a word only where one is longer than the line. */
export function EmailText({ address, className = '' }: { address: string; className?: string }) {
  const at = Math.max(0, address.lastIndexOf('@'));
  return (
    <bdi className={`wrap-break-word ${className}`}>
      {address.slice(0, at)}
      <wbr />
      {address.slice(at)}
    </bdi>
  );
}
