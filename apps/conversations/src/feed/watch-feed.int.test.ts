import { teammateUpdated, topicNames } from '@parley/contracts';
import { newId } from '@parley/service-kit/call';
import { eventually, HeldTimers } from '@parley/testkit';

import { CountedReads } from '../../test/counted-reads.ts';
import { endOfFeed, type ReceivedFrame, type TopicFollower } from '../../test/follower.ts';
import { ConversationsHarness, type ConversationsService } from '../../test/harness.ts';
import { newRequestId, teammateOf } from '../../test/test-project.ts';

const harness = new ConversationsHarness();
let service: ConversationsService;

beforeAll(async () => {
  service = await harness.start();
});
afterAll(() => harness.stop());

describe('the first frame and the changes after it', () => {
  it('contain everything that was written meanwhile, and nothing twice', async () => {
    const project = await harness.project();
    const { ada, vera } = project.personas;
    const request_id = await harness.conversation(project);
    const topic = topicNames.messages(project.projectId, request_id);
    // Fewer than a first frame holds.
    let left = 240;
    const writing = [1, 2, 3, 4].map(async () => {
      while (left-- > 0) await service.as(vera).sendMessage({ request_id, text: 'More' });
    });
    const joined: TopicFollower[] = [];
    // Some at once: on a busy machine, all is written before one of them has joined.
    do joined.push(...(await Promise.all([1, 2, 3].map(() => harness.follow(ada, topic)))));
    while (left > 0);
    await Promise.all(writing);

    const { body } = await service.as(ada).listMessages({ request_id });
    const seqs = body.map(({ seq }) => seq);
    for (const { heard } of joined) {
      await eventually(() => {
        const [first, ...later] = heard.filter(({ method }) => method === 'CREATE');
        const got = [...(first?.message ?? []), ...later.map(({ message }) => message)].map(({ seq }) => seq);
        expect(got).toEqual(seqs);
      });
    }
  });

  it('contain nothing that was deleted meanwhile', async () => {
    const project = await harness.project();
    const { ada } = project.personas;
    const requests = await Promise.all(Array.from({ length: 25 }, () => harness.conversation(project)));
    const joined: TopicFollower[] = [];
    for (const request_id of requests) {
      const deleted = service.as(ada).deleteRequest({ request_id });
      joined.push(await harness.follow(ada, topicNames.requests(project.projectId)));
      expect((await deleted).status).toBe(200);
    }

    for (const one of joined) {
      const known = one.heard.slice(0, 1).flatMap(({ message }) => message);
      await eventually(() => {
        const gone = one.frames.filter(({ method }) => method === 'DELETE').map(({ message }) => message._id);
        expect(known.filter(({ _id }) => !gone.includes(_id))).toEqual([]);
      });
    }
  });

  it('resume from any cursor with exactly what was missed', async () => {
    const project = await harness.project();
    const { ada, vera } = project.personas;
    const request_id = await harness.conversation(project);
    const topic = topicNames.messages(project.projectId, request_id);
    const whole = await harness.follow(ada, topic);
    for (let n = 0; n < 12; n++) {
      await service.as(n % 3 ? ada : vera).sendMessage({ request_id, text: `${n}` });
      // One change with four notices.
      if (n % 6 === 5) await service.as(vera).acknowledgeMessages({ request_id, status: 250, upto: 99 });
    }
    const framesIn = (heard: ReceivedFrame[]) =>
      heard.filter(({ method }) => method).map(({ cursor, method, message }) => [cursor, method, message.seq]);
    const last = await service.as(vera).sendMessage({ request_id, text: 'last' });
    await eventually(() => expect(whole.frames.at(-1)?.message.seq).toBe(last.body.seq));

    const all = framesIn(whole.frames);
    expect(all.filter(([, method]) => method === 'UPDATE')).toHaveLength(8);
    const cursors = whole.heard.slice(0, 1).concat(whole.frames);
    for (const [index, { cursor }] of cursors.entries()) {
      const resumed = harness.tryToFollow(ada, topic, cursor);
      await eventually(() => expect(resumed.heard.at(-1)?.method).toBe(''));
      expect(framesIn(resumed.heard)).toEqual(all.slice(index));
    }
  });

  it('resume within a change that the replica has not read yet', async () => {
    const behind = await harness.start();
    const project = await harness.project();
    const { ada, vera } = project.personas;
    const request_id = await harness.conversation(project);
    const topic = topicNames.messages(project.projectId, request_id);
    for (const text of ['one', 'two', 'three']) await service.as(ada).sendMessage({ request_id, text });
    const whole = await harness.follow(ada, topic);
    await harness.follow(ada, topic, undefined, behind);
    const [hasLooked, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const joins = Promise.withResolvers<void>();
    const looks = new CountedReads(behind.context.db, 'horizon_sample');
    looks.after = async () => {
      hasLooked.resolve();
      await gate.promise;
    };
    await hasLooked.promise;
    await service.as(vera).acknowledgeMessages({ request_id, status: 300, upto: 99 });
    await eventually(() => expect(whole.frames).toHaveLength(3));

    const { feed } = behind.context;
    const follow = feed.follow.bind(feed);
    feed.follow = (...given) => {
      joins.resolve();
      return follow(...given);
    };
    const [first, ...missed] = whole.frames;
    const resumed = harness.tryToFollow(ada, topic, first?.cursor, behind);
    await joins.promise;
    gate.resolve();

    await eventually(() => expect(resumed.frames).toEqual(missed));
  });

  it('start again after a queue overflow, and lose nothing', async () => {
    const project = await harness.project();
    const { ada, vera } = project.personas;
    const request_id = await harness.conversation(project);
    const topic = topicNames.messages(project.projectId, request_id);
    const witness = await harness.follow(ada, topic);
    const [isRead, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const newest = new CountedReads(service.context.db, 'feed_newest_messages');
    newest.after = () => {
      isRead.resolve();
      return gate.promise;
    };
    const late = harness.tryToFollow(ada, topic);
    await isRead.promise;
    for (let call = 0; call < 11; call++) {
      await service.as(vera).sendMessages({ request_id, items: Array(500).fill({ text: 'More' }) });
    }
    await eventually(() => expect(witness.frames).toHaveLength(5_500));
    gate.resolve();

    await late.ended;
    expect([late.failure, late.heard]).toEqual([undefined, []]);
  }, 60_000);

  it('resume without reading earlier messages, and not without access', async () => {
    const { project, b } = await harness.twoGroups();
    const { linus, ada } = project.personas;
    const request_id = await harness.conversation(project);
    const topic = topicNames.messages(project.projectId, request_id);
    const newest = new CountedReads(service.context.db, 'feed_newest_messages');
    const [first] = (await harness.follow(linus, topic)).heard;
    expect(newest.statements).toBe(1);

    expect((await harness.follow(linus, topic, first?.cursor)).heard).toMatchObject([{ method: '' }]);
    expect(newest.statements).toBe(1);

    await service.as(ada).routeRequest({ request_id, departmentid: b, nobot: true });
    const refused = harness.tryToFollow(linus, topic, first?.cursor);
    await eventually(() => expect(refused.failure).toMatchObject({ code: 'request_not_found' }));
    expect(refused.heard).toEqual([]);
  });

  it('start again, and say so, if a cursor is expired or of another project', async () => {
    const [project, other] = [await harness.project(), await harness.project()];
    const { ada } = project.personas;
    const request_id = await harness.conversation(project);
    const topic = topicNames.requests(project.projectId);
    const old = service.context.feed.cursorOf(project.projectId, { seq: 0, time: 0 });
    for (const cursor of [old, await endOfFeed(service, other.personas.ada), 'nonsense']) {
      const [first] = (await harness.follow(ada, topic, cursor)).heard;
      expect(first).toMatchObject({ method: 'CREATE', expired: true });
      expect(first?.message).toMatchObject([{ request_id }]);
    }
  });

  it('include people, bots, direct messages and custom events for those with access', async () => {
    const project = await harness.project((one) => one.addMember({ actor: one.personas.linus }));
    const { ada, linus, vera } = project.personas;
    const { projectId } = project;
    const person = await harness.follow(ada, topicNames.user(projectId, linus.id));
    expect(person.heard[0]?.message).toMatchObject({ isBusy: false, number_assigned_requests: 0 });
    const direct = await harness.follow(linus, topicNames.direct(projectId, linus.id));
    const events = await harness.follow(ada, topicNames.events(projectId, vera.teammateId ?? ''));
    const bot = await harness.addBot(project);
    const ofBot = await harness.follow(ada, topicNames.bot(projectId, bot));
    expect(ofBot.heard[0]?.message).toMatchObject({ _id: bot });
    expect(JSON.stringify(ofBot.heard)).not.toContain('secret');

    await harness.conversation(project);
    await service.as(ada).sendDirectMessage({ recipient: linus.id, recipientFullname: 'Linus', text: 'Psst' });
    await service.as(vera).emitEvent({ name: 'cart.filled', attributes: { items: 3 } });
    await eventually(() => {
      expect(person.frames.at(-1)?.message).toMatchObject({ number_assigned_requests: 1 });
      expect(direct.frames.map(({ message }) => message.text)).toEqual(['Psst']);
      expect(events.frames.map(({ message }) => message.name)).toEqual(['cart.filled']);
    });

    for (const [who, topic] of [
      [ada, topicNames.direct(projectId, linus.id)],
      [vera, topicNames.user(projectId, linus.id)],
      [vera, topicNames.bot(projectId, bot)],
      [vera, topicNames.events(projectId, linus.teammateId ?? '')],
      [ada, topicNames.user(projectId, newId())],
      [ada, '/nonsense'],
      [ada, topicNames.requests(newId())],
    ] as const) {
      const refused = harness.tryToFollow(who, topic);
      await eventually(() => expect(refused.failure).toMatchObject({ code: 'request_not_found' }));
    }
  });

  it('include a visitor for those who follow their record, live and resumed, and for no others', async () => {
    const project = await harness.project();
    const { ada, grace, vera } = project.personas;
    const { projectId } = project;
    const visitor = teammateOf(project, vera);
    const change = (status: 'online' | 'offline', version: number) => {
      const presence = { status, changedAt: new Date().toISOString() };
      const teammate = { ...visitor, presence, __v: version };
      return harness.publish(project, teammateUpdated({ teammate, changes: ['presence'], previous: {} }), vera);
    };
    await service.as(vera).sendMessage({ request_id: newRequestId(projectId), text: 'Hello' });
    await change('offline', 2);
    const follows = await harness.follow(ada, topicNames.user(projectId, vera.id));
    const byId = await harness.follow(vera, topicNames.teammate(projectId, visitor._id));
    const team = await harness.follow(grace, topicNames.team(projectId));
    const from = await endOfFeed(service, ada);

    await change('online', 3);
    await eventually(() => {
      for (const { frames } of [follows, byId])
        expect(frames.map(({ method, message }) => [method, message.presence.status])).toEqual([['UPDATE', 'online']]);
    });
    const resumed = await harness.follow(ada, topicNames.user(projectId, vera.id), from);
    const missed = () => resumed.heard.filter(({ method }) => method !== '');
    await eventually(() => expect(missed().map(({ message }) => message.presence.status)).toEqual(['online']));
    await harness.publish(
      project,
      teammateUpdated({ teammate: teammateOf(project, ada), changes: [], previous: {} }),
      ada,
    );
    await eventually(() => expect(team.frames.map(({ message }) => message._id)).toEqual([ada.teammateId]));
  });

  it('end by themselves before their connection does, and lose nothing', async () => {
    const short = await harness.start({ FEED_STREAM_AGE: '200ms' });
    const project = await harness.project();
    const { ada, vera } = project.personas;
    const request_id = await harness.conversation(project);
    const topic = topicNames.messages(project.projectId, request_id);
    const seqs: number[] = [];
    let after = '';
    const listen = async (meanwhile: () => Promise<unknown> = async () => undefined) => {
      const stream = await harness.follow(ada, topic, after, short);
      await meanwhile();
      await stream.ended;
      expect(stream.failure).toBeUndefined();
      seqs.push(
        ...stream.heard
          .filter(({ method }) => method)
          .flatMap(({ message }) => message)
          .map(({ seq }) => seq),
      );
      after = stream.heard.at(-1)?.cursor ?? '';
    };
    for (const text of ['one', 'two', 'three']) await listen(() => service.as(vera).sendMessage({ request_id, text }));
    const { body } = await service.as(ada).listMessages({ request_id });
    // On a busy machine the last stream may end before it has said anything of the last message.
    await eventually(async () => {
      if (seqs.length < body.length) await listen();
      expect(seqs).toEqual(body.map(({ seq }) => seq));
    });
  });
});

describe('a silent topic', () => {
  const idleMs = 41_777;
  let idle: HeldTimers;
  beforeEach(() => {
    idle = new HeldTimers(idleMs);
  });
  afterEach(() => idle.release());

  it('sends its cursor when its idle time is over, whatever the clock says, and never before', async () => {
    const quiet = await harness.start({ FEED_IDLE: `${idleMs}ms` });
    const project = await harness.project();
    const topic = topicNames.requests(project.projectId);
    const one = await harness.follow(project.personas.ada, topic, undefined, quiet);
    const methods = () => one.heard.slice(1).map(({ method }) => method);
    await eventually(() => expect(idle.begun).toBe(1));
    idle.end();
    await eventually(() => expect([methods(), idle.begun]).toEqual([[''], 2]));
    idle.end();
    await eventually(() => expect([methods(), idle.begun]).toEqual([['', ''], 3]));

    await harness.conversation(project);
    await eventually(() => expect([methods(), idle.begun]).toEqual([['', '', 'CREATE'], 4]));
    idle.end();
    await eventually(() => expect([methods(), idle.begun]).toEqual([['', '', 'CREATE', ''], 5]));
    const resumed = await harness.follow(project.personas.ada, topic, one.heard.at(-1)?.cursor, quiet);
    expect(resumed.heard).toMatchObject([{ method: '', expired: false }]);
  });
});
