import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import type { LocationView } from '@parley/contracts';
import { isSpecialAddress } from '@parley/outbound';
import { type CityResponse, Reader } from 'mmdb-lib';

/** Locates addresses with a local database: no address leaves the machine. */
export interface Places {
  /** @param address IPv4 or IPv6 @returns `undefined` for an unknown address */
  find(address: string): LocationView | undefined;
}

/** In the form of MaxMind and DB-IP, or in that of the shipped database. */
type PlaceRecord = Partial<CityResponse> & { country_code?: string };

/** @param file database in the MaxMind DB format, by default the shipped one of countries; `off`: every address is unknown */
export function openPlaces(file: string | undefined): Places {
  if (file === 'off') return { find: () => undefined };
  return file === undefined ? shippedCountries() : placesOf(readerOf(file));
}

/** Opened at the first public address, so that a service without visitors does not hold its 8 MB. */
function shippedCountries(): Places {
  let opened: Places | undefined;
  return {
    find: (address) => {
      if (isSpecialAddress(address)) return undefined;
      opened ??= placesOf(readerOf(fileURLToPath(countriesFile)));
      return opened.find(address);
    },
  };
}

/** Requests store English names; readers show the code in their language. */
const countryNames = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
const countriesFile = import.meta.resolve('@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb');

function readerOf(file: string): Reader<CityResponse> {
  return new Reader<CityResponse>(readFileSync(file));
}

function placesOf(reader: Reader<CityResponse>): Places {
  return {
    find: (address) => {
      const found: PlaceRecord | null = reader.get(address);
      return found ? placeOf(found, address) : undefined;
    },
  };
}

function placeOf({ country_code, country, subdivisions, ...rest }: PlaceRecord, ipAddress: string): LocationView {
  const { city, postal, location } = rest;
  const [region] = subdivisions ?? [];
  const countryCode = /^[A-Z]{2}$/.exec(country_code ?? country?.iso_code ?? '')?.[0];
  return withoutGaps({
    country: countryCode === undefined ? country?.names?.en : countryNames.of(countryCode),
    countryCode,
    region: region?.names?.en,
    city: city?.names?.en,
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
