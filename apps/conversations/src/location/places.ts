import { readFileSync } from 'node:fs';

import type { LocationView } from '@parley/contracts';
import { type CityResponse, Reader } from 'mmdb-lib';

/** Where addresses are, as a database on this machine knows: nobody is asked about anybody. */
export interface Places {
  /** @param address IPv4 or IPv6 @returns `undefined` for one in no place that is known */
  find(address: string): LocationView | undefined;
}

/** @param file in the MaxMind DB format, of cities; without one nothing is known */
export function openPlaces(file: string | undefined): Places {
  if (file === undefined) return { find: () => undefined };
  const reader = new Reader<CityResponse>(readFileSync(file));
  return {
    find: (address) => {
      const found = reader.get(address);
      return found ? placeOf(found, address) : undefined;
    },
  };
}

function placeOf({ country, subdivisions, city, postal, location }: CityResponse, ipAddress: string): LocationView {
  const [region] = subdivisions ?? [];
  return withoutGaps({
    country: country?.names.en,
    region: region?.names.en,
    city: city?.names.en,
    zipcode: postal?.code,
    ipAddress,
    ...(location && {
      geometry: { type: 'Point' as const, coordinates: [location.latitude, location.longitude] },
    }),
  });
}

function withoutGaps(place: { [Name in keyof LocationView]: LocationView[Name] | undefined }): LocationView {
  return Object.fromEntries(Object.entries(place).filter(([, value]) => value !== undefined));
}
