import { isIP } from 'node:net';

import type { LocationInput, LocationView } from '@parley/contracts';

import type { Places } from './places.ts';

interface Known {
  given: LocationInput | undefined;
  /** Attributes of the request. */
  attributes: Record<string, unknown>;
  /** Address of an end user who starts the request. */
  ownAddress: string | undefined;
}

/** The requester's location: as given, completed by a look-up of the address. */
export function locationOf(places: Places, { given, attributes, ownAddress }: Known): LocationView | null {
  const addresses = [given?.ipAddress, attributes.ipAddress, ownAddress];
  const address = addresses.find((one): one is string => typeof one === 'string' && isIP(one) !== 0);
  const found = address === undefined ? undefined : places.find(address);
  // `null` in a body means "not given".
  const stated = Object.fromEntries(Object.entries(given ?? {}).filter(([, value]) => value !== undefined));
  const place = { ...(statesCountry(stated) ? withoutCountry(found) : found), ...stated };
  return Object.keys(place).length > 0 ? place : null;
}

/** Its name and its code belong together: a found one never completes a stated one. */
function statesCountry({ country, countryCode }: LocationView): boolean {
  return country !== undefined || countryCode !== undefined;
}

function withoutCountry({ country: _name, countryCode: _code, ...rest }: LocationView = {}): LocationView {
  return rest;
}
