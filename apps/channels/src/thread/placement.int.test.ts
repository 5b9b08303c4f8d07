import { newId } from '@parley/service-kit/call';
import { amountOf, drawer } from '@parley/testkit';

import { ChannelsHarness, mailOf } from '../../test/channels-harness.ts';

const harness = new ChannelsHarness();
beforeAll(() => harness.start());
afterAll(() => harness.stop());

it.each([1, 2, 3, 4].slice(0, amountOf({ quick: 2, soak: 4 })))(
  'brings no message into a request whose requester was no party to its thread, whatever the headers say (seed %i)',
  async (seed) => {
    const { post, ledger, address } = await harness.mailbox();
    const random = drawer(seed);
    const customers = ['ada', 'grace', 'linus'].map((name) => `${name}-${seed}@customer.example`);
    const sent: { id: string; from: string; to: string[] }[] = [];
    for (let nth = 0; nth < amountOf({ quick: 60, soak: 250 }); nth += 1) {
      const from = customers[random(3)] ?? '';
      const others = customers.filter((one) => one !== from && random(8) === 0);
      const named = sent[random(sent.length || 1)];
      const forged = `<${newId()}@guessed.example>`;
      const answers = random(4) === 0 || !named ? forged : `<${named.id}>`;
      const shapes: Record<string, string>[] = [{}, { 'In-Reply-To': answers }, { References: `${forged} ${answers}` }];
      const headers = shapes[random(3)] ?? {};
      // Some have the Message-ID of another's mail.
      const id = random(10) === 0 && named ? named.id : `${newId()}@customer.example`;
      const to = [address, ...others];
      await post(mailOf({ from, to: to.join(', '), text: `mail ${nth}`, id, headers }));
      sent.push({ id, from, to });
      await harness.service.settled();
    }
    const rows = (await ledger()).reverse();
    expect(rows.map(({ state }) => state)).toEqual(rows.map(() => 'routed'));

    const requesterOf = new Map<string, string>();
    const namedIn = new Map<string, Set<string>>();
    let joined = 0;
    for (const [nth, { from, to }] of sent.entries()) {
      const message = harness.messages.find(({ text, sender }) => text === `mail ${nth}` && sender === `email:${from}`);
      const request = message?.requestId ?? '';
      const requester = requesterOf.get(request) ?? from;
      const known = namedIn.get(request) ?? new Set([requester]);
      if (requester !== from) joined += 1;
      expect(requester === from || to.includes(requester) || known.has(from)).toBe(true);
      requesterOf.set(request, requester);
      namedIn.set(request, new Set([...known, from, ...to]));
    }
    // Some did join the thread of another, by right.
    expect(joined).toBeGreaterThan(0);
    expect(requesterOf.size).toBeLessThan(sent.length);
  },
);
