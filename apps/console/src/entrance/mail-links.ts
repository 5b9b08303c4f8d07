/**
 * The page of the console that a link of a mail leads to. Mails name pages behind `#/`, as every client of the API understands them.
 * Source: contract 10 section 4, contract 11 section 6.
 * @param hash of an address, with its `#`
 * @returns a path below the console's; undefined for what is no such link
 */
export function pathOfMailLink(hash: string): string | undefined {
  const [mark, page = '', ...values] = hash.split('/');
  if (mark !== '#') return undefined;
  const [first, second, third] = values;
  switch (page) {
    case 'verify':
      return first === 'email' && second && third ? `/verify/email/${second}/${third}` : undefined;
    case 'resetpassword':
      return first ? `/resetpassword/${first}` : undefined;
    case 'forgotpsw':
      return '/resetpassword';
    // The names behind the code are for other clients: the API gives them for the code.
    case 'handle-invitation':
      return first ? `/handle-invitation/${first}` : undefined;
    case 'survey':
      return first ? `/survey/${first}` : undefined;
    case 'project':
      return first ? `/${first}` : undefined;
    case 'login':
      return '/signin';
    default:
      return undefined;
  }
}
