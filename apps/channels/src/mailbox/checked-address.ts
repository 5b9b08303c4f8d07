import { channelErrors } from '@parley/contracts';

import { addressKeyOf } from './mail-address.ts';

/** @throws address_invalid */
export function checkedAddressKey(address: string, param: string): string {
  const key = addressKeyOf(address);
  if (key === undefined) {
    const fault = { param, location: 'body', msg: 'Must be an email address' };
    throw channelErrors.address_invalid({ errors: [fault] });
  }
  return key;
}
