import { ConversationsHarness, type ConversationsService } from '../../test/harness.ts';
import { placesFile } from '../../test/places-file.ts';
import { newRequestId } from '../../test/test-project.ts';

const lecce = {
  country: { iso_code: 'IT', names: { en: 'Italia' } },
  subdivisions: [{ names: { en: 'Apulia' } }],
  city: { names: { en: 'Lecce' } },
  postal: { code: '73100' },
  location: { latitude: 40.35, longitude: 18.17 },
};
const place = { country: 'Italy', countryCode: 'IT', region: 'Apulia', city: 'Lecce', zipcode: '73100' };
const geometry = { type: 'Point', coordinates: [40.35, 18.17] };

const harness = new ConversationsHarness();
let service: ConversationsService;
beforeAll(async () => {
  service = await harness.start({ GEO_DATABASE: placesFile([203, 0, 113], lecce) });
});
afterAll(() => harness.stop());

async function started(body: object, from = '198.51.100.1') {
  const { vera, projectId } = (await harness.project()).personas;
  const headers = { 'parley-client-address': from };
  const request_id = newRequestId(projectId);
  const answer = await service.as(vera).sendMessage({ request_id, text: 'Hello', ...body }, { headers });
  return answer.body.request.location;
}

it.each([
  ['the address in the location', { location: { ipAddress: '203.0.113.7' } }],
  ['the address in the attributes', { attributes: { ipAddress: '203.0.113.7' } }],
])('a request is where %s is', async (_which, body) => {
  expect(await started(body)).toEqual({ ...place, geometry, ipAddress: '203.0.113.7' });
});

it('a request of a visitor has the location of their address', async () => {
  expect(await started({}, '203.0.113.9')).toEqual({ ...place, geometry, ipAddress: '203.0.113.9' });
});

it('what is said of the place counts more than what its address is known for', async () => {
  const location = { city: 'Bari', ipAddress: '203.0.113.7' };
  expect(await started({ location })).toEqual({ ...place, geometry, ...location });

  const { country, countryCode, ...rest } = place;
  const elsewhere = { country: 'San Marino', ipAddress: '203.0.113.7' };
  expect(await started({ location: elsewhere })).toEqual({ ...rest, geometry, ...elsewhere });
  const coded = { countryCode: 'SM', ipAddress: '203.0.113.7' };
  expect(await started({ location: coded })).toEqual({ ...rest, geometry, ...coded });
});

it('a place that is not known is left out', async () => {
  expect(await started({})).toBeUndefined();
  expect(await started({ attributes: { ipAddress: 'nowhere' } })).toBeUndefined();
  expect(await started({ attributes: { ipAddress: '2001:db8::1' } }, '203.0.113.9')).toBeUndefined();
  expect(await started({ location: { city: 'Bari' } })).toEqual({ city: 'Bari' });
});

it('nothing is taken from the address of a team member', async () => {
  const { ada } = (await harness.project()).personas;
  const headers = { 'parley-client-address': '203.0.113.9' };
  const { body } = await service.as(ada).createRequest({ first_text: 'Hello' }, { headers });
  expect(body.location).toBeUndefined();
});

describe('without a database of the operator', () => {
  beforeAll(async () => {
    service = await harness.start({ GEO_DATABASE: '' });
  });

  it('a request of a visitor has the country of their address, and nothing more is known of it', async () => {
    const found = { country: 'United States', countryCode: 'US', ipAddress: '8.8.8.8' };
    expect(await started({}, '8.8.8.8')).toEqual(found);
    expect(await started({}, '2a00:1450:4001:809::200e')).toMatchObject({ countryCode: 'IE', country: 'Ireland' });
  });

  it.each(['127.0.0.1', '10.1.2.3', '203.0.113.9', '::1', '2001:db8::1'])(
    'an address of no country is unknown: %s',
    async (address) => {
      expect(await started({}, address)).toBeUndefined();
    },
  );

  it('no address is looked up when the operator has switched it off', async () => {
    service = await harness.start({ GEO_DATABASE: 'off' });
    expect(await started({}, '8.8.8.8')).toBeUndefined();
    expect(await started({ location: { ipAddress: '8.8.8.8' } })).toEqual({ ipAddress: '8.8.8.8' });
  });
});
