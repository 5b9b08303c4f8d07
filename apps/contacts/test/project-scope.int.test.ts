import { startTestContacts } from './contacts.ts';

it.each([
  'select count(*) from lead',
  'select l.id from lead l join erasure e on e.lead = l.id where e.id_project = $1',
  "delete from segment where name = 'Everybody'",
])('no test passes in which the service asks: %s', async (statement) => {
  const service = await startTestContacts();
  await service.context.db.query(statement, statement.includes('$1') ? ['a'] : []);
  await expect(service.stop()).rejects.toThrow(statement);
});

it('lets a service pass that asks for one project at a time', async () => {
  const service = await startTestContacts();
  await service.context.db.query('select count(*) from lead where id_project = $1', ['a']);
  await expect(service.stop()).resolves.toBeUndefined();
});
