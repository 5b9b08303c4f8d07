import { ConversationsHarness, type ConversationsService } from '../../test/harness.ts';
import { placesFile } from '../../test/places-file.ts';
import { newRequestId } from '../../test/test-project.ts';

const lecce = {
  country: { names: { en: 'Italy' } },
  subdivisions: [{ names: { en: 'Apulia' } }],
  city: { names: { en: 'Lecce' } },
  postal: { code: '73100' },
  location: { latitude: 40.35, longitude: 18.17 },
};
const place = { country: 'Italy', region: 'Apulia', city: 'Lecce', zipcode: '73100' };
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
