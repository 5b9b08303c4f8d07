import { readFileSync } from 'node:fs';

import type { LocationView } from '@parley/contracts';
import { type CityResponse, Reader } from 'mmdb-lib';

/** Locates addresses with a local database: no address leaves the machine. */
export interface Places {
  /** @param address IPv4 or IPv6 @returns `undefined` for an unknown address */
  find(address: string): LocationView | undefined;
}

/** @param file city database in the MaxMind DB format; without it every address is unknown */
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
