import { Desk, newRequestId, seen } from '../../test/desk.ts';

const desk = new Desk();

beforeAll(() => desk.start());
afterAll(() => desk.stop());

it('opens a request with the first message and answers both', async () => {
  const office = await desk.office((one) => one.hire({ actor: one.personas.linus }));
  const { vera, linus } = office.personas;
  const request_id = newRequestId(office.projectId);

  const { status, body } = await desk.first.as(vera).sendMessage({ request_id, text: 'Hello' });

  expect({ status, body }).toMatchObject({
    status: 200,
    body: { seq: 1, status: 200, text: 'Hello', sender: vera.id, recipient: request_id, request: { status: 200 } },
  });
  expect(await seen(desk.first, office, request_id)).toMatchObject({
    first_text: 'Hello',
    ticket_id: '1',
    participants: [linus.id],
    status: 200,
    __v: 0,
  });
});
