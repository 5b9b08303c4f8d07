import { Connections } from './connections.tsx';
import { Domains } from './domains.tsx';
import { Provisioning } from './provisioning.tsx';

/** How people of the company sign in: whose they are, by which provider, and who makes their accounts. */
export function SignInScreen() {
  return (
    <>
      <Domains />
      <Connections />
      <Provisioning />
    </>
  );
}
