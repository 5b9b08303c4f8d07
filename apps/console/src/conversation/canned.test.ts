import { matchingResponses, selectionIn } from './canned.ts';

const responses = [
  { _id: '1', title: 'Hello', text: 'Hello $recipient_name, I am $agent_name.' },
  { _id: '2', title: 'Refund', text: 'Your money is on its way, hello again.' },
  { _id: '3', title: 'Parcel', text: 'See $tracking_link' },
];

it('finds by title first, then by text', () => {
  expect(matchingResponses(responses, 'HEL', {}).map(({ _id }) => _id)).toEqual(['1', '2']);
});

it('fills placeholders, and leaves those without a value to be seen', () => {
  const values = { recipient_name: 'Vera', agent_name: '' };
  expect(matchingResponses(responses, 'hello', values)[0]?.text).toBe('Hello Vera, I am $agent_name.');
  expect(matchingResponses(responses, 'parcel', values)[0]?.text).toBe('See $tracking_link');
});

it('selects the first placeholder without a value, or the end', () => {
  expect(selectionIn('See $tracking_link or $home')).toEqual([4, 18]);
  expect(selectionIn('See you')).toEqual([7, 7]);
});
