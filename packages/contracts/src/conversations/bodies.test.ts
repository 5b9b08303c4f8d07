import type { z } from 'zod';

import { messageApi } from './message.api.ts';
import { participantApi } from './participant.api.ts';
import { requestApi } from './request.api.ts';

function faultsOf(schema: z.ZodType, body: unknown): string[] {
  const parsed = schema.safeParse(body);
  return parsed.success ? [] : parsed.error.issues.map(({ path }) => path.join('.'));
}

const nested = (depth: number): unknown => (depth === 0 ? 1 : { a: nested(depth - 1) });

/** A JSON text of exactly so many bytes, as an object. */
const objectOf = (bytes: number) => ({ k: 'x'.repeat(bytes - '{"k":""}'.length) });

describe('a message', () => {
  const { body } = messageApi.sendMessage;

  it.each<[string, Record<string, unknown>, string]>([
    ['missing text', {}, 'text'],
    ['blank text', { text: ' \n\t ' }, 'text'],
    ['a type of no list', { text: 'a', type: 'banana' }, 'type'],
    ['an image without src', { type: 'image', metadata: { width: 1 } }, 'metadata.src'],
    ['an image without metadata', { type: 'image' }, 'metadata.src'],
    ['a src that is a script', { type: 'image', metadata: { src: 'javascript:alert(1)' } }, 'metadata.src'],
    ['a relative src', { type: 'image', metadata: { src: '/a.png' } }, 'metadata.src'],
    ['a bad src in another type', { text: 'a', metadata: { src: 'data:text/html,x' } }, 'metadata.src'],
    [
      'a width that is no number',
      { type: 'image', metadata: { src: 'https://a.example/b', width: 'wide' } },
      'metadata.width',
    ],
    ['65,537 characters', { text: 'a'.repeat(65_537) }, 'text'],
    ['U+0000', { text: 'a\u0000' }, 'text'],
    ['a lone surrogate', { text: 'a\ud800' }, 'text'],
    ['U+0000 inside attributes', { text: 'a', attributes: { deep: [{ x: '\u0000' }] } }, 'attributes'],
    ['attributes as an array', { text: 'a', attributes: [] }, 'attributes'],
    ['attributes as text', { text: 'a', attributes: 'x' }, 'attributes'],
    ['64 kB + 1 of attributes', { text: 'a', attributes: objectOf(65_537) }, 'attributes'],
    ['attributes of depth 21', { text: 'a', attributes: nested(21) }, 'attributes'],
    ['a key that reaches a prototype', { text: 'a', attributes: JSON.parse('{"a":{"__proto__":1}}') }, 'attributes'],
    ['metadata over 16 kB', { text: 'a', metadata: objectOf(16_385) }, 'metadata'],
    ['a sender that is an object', { text: 'a', sender: { $ne: '' } }, 'sender'],
    ['an empty sender', { text: 'a', sender: '' }, 'sender'],
    ['a status other than parked', { text: 'a', request_status: 1000 }, 'request_status'],
    ['a number as text', { text: 7 }, 'text'],
  ])('is refused with %s', (_fault, sent, param) => {
    expect(faultsOf(body, sent)).toContain(param);
  });

  it.each<[string, Record<string, unknown>]>([
    ['65,536 characters, an emoji being one', { text: '😀'.repeat(65_536) }],
    ['64 kB of attributes', { text: 'a', attributes: objectOf(65_536) }],
    ['attributes of depth 20', { text: 'a', attributes: nested(20) }],
    ['no text beside an attachment', { attributes: { attachment: { type: 'template' } } }],
    ['no text beside commands', { attributes: { commands: [] } }],
    ['an image without text', { type: 'image', metadata: { src: 'https://a.example/b.png' } }],
    ['null where nothing is meant', { text: 'a', departmentid: null, sender: null, metadata: null, tags: null }],
    ['empty metadata, as the widget sends it', { text: 'a', metadata: '' }],
  ])('is accepted with %s', (_what, sent) => {
    expect(faultsOf(body, sent)).toEqual([]);
  });

  it('has sizes as numbers, and nothing that the caller may not set', () => {
    const sent = {
      type: 'image',
      metadata: { src: 'http://a.example/b', width: '200', height: 100 },
      status: 300,
      seq: 9,
      createdAt: '2020-01-01T00:00:00.000Z',
      recipient: 'x',
    };
    expect(body.parse(sent)).toEqual({
      type: 'image',
      metadata: { src: 'http://a.example/b', width: 200, height: 100 },
    });
  });
});

describe('a new request', () => {
  const { body } = requestApi.createRequest;

  it.each<[string, Record<string, unknown>, string]>([
    ['no first_text', {}, 'first_text'],
    ['a blank one', { first_text: '  ' }, 'first_text'],
    ['participants as an object', { first_text: 'a', participants: {} }, 'participants'],
    ['51 participants', { first_text: 'a', participants: Array.from({ length: 51 }, String) }, 'participants'],
    ['tags as an object', { first_text: 'a', tags: {} }, 'tags'],
    ['a channel of other signs', { first_text: 'a', channel: { name: 'E-Mail' } }, 'channel.name'],
    ['a priority of no list', { first_text: 'a', priority: 'highest' }, 'priority'],
    ['a subject of 501 characters', { first_text: 'a', subject: 'x'.repeat(501) }, 'subject'],
    ['a place that is no address', { first_text: 'a', location: { ipAddress: 'home' } }, 'location.ipAddress'],
  ])('is refused with %s', (_fault, sent, param) => {
    expect(faultsOf(body, sent)).toContain(param);
  });

  it('lists all faults at once', () => {
    const sent = { first_text: '', participants: {}, tags: 'x', attributes: objectOf(65_537) };
    expect(faultsOf(body, sent)).toEqual(expect.arrayContaining(['first_text', 'participants', 'tags', 'attributes']));
  });

  it('gives tags a colour', () => {
    expect(body.parse({ first_text: 'a', tags: ['vip', { tag: 'x', color: '#fff' }] }).tags).toEqual([
      { tag: 'vip', color: '#43B1F2' },
      { tag: 'x', color: '#fff' },
    ]);
  });
});

describe('a rating', () => {
  const { body } = requestApi.rateRequest;

  it.each([[5.1], [-1], ['3'], [null], [undefined], [Number.NaN]])('of %s is refused', (rate) => {
    expect(faultsOf(body, { rate })).toEqual(['rate']);
  });

  it.each([
    [{ rate: 0 }, { rating: 0, rating_message: undefined }],
    [
      { rating: 4.5, rating_message: 'good' },
      { rating: 4.5, rating_message: 'good' },
    ],
    [
      { rate: 5, rate_message: 'best' },
      { rating: 5, rating_message: 'best' },
    ],
  ])('is read under both names: %j', (sent, parsed) => {
    expect(body.parse(sent)).toEqual(parsed);
  });
});

describe('participants', () => {
  it('are an array of at most 50 texts', () => {
    const { body } = participantApi.setParticipants;
    expect(body.parse([])).toEqual([]);
    for (const sent of [{}, 'x', null, [1], [''], Array.from({ length: 51 }, String)]) {
      expect(body.safeParse(sent).success).toBe(false);
    }
  });

  it('are added by name of a member', () => {
    const { body } = participantApi.addParticipant;
    for (const sent of [{}, { member: '' }, { member: ['a'] }, { member: 7 }]) {
      expect(faultsOf(body, sent)).toEqual(['member']);
    }
  });
});

it('an id in a path that cannot be one becomes one that finds nothing', () => {
  const { params } = requestApi.getRequest;
  const parsed = params.parse({ id_project: 'a\u0000', request_id: 'x'.repeat(300) });
  expect(parsed).toEqual({ id_project: '', request_id: '' });
});
