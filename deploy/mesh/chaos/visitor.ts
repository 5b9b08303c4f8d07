import { setTimeout as delay } from 'node:timers/promises';

import { newVisitor } from '../../../apps/all-in-one/test/mesh.ts';
import { pauseMs } from './calls.ts';
import { digestOf } from './history.ts';
import { answeredBy, Person } from './project.ts';
import type { Stage } from './stage.ts';

const messagesOfTalk = 6;
const largestFile = 100_000;

/** A visitor who begins one conversation after the other, and sends a file in each. */
export async function visit(stage: Stage, began: (request: string) => void): Promise<void> {
  const vera = await enter(stage);
  while (vera && !stage.isOver) {
    const request = stage.newRequest();
    const departmentid = stage.random.next() < 0.5 ? stage.project.pool : undefined;
    for (let nth = 0; nth < messagesOfTalk; nth++) {
      await stage.say(vera, request, { departmentid, isOfCustomer: true });
      if (nth === 0) began(request);
    }
    await sendFile(stage, vera);
    stage.finished.add(request);
  }
}

/** A visitor who writes to the bot, and says the next thing when it has answered; when it has left, or the run is over, the conversation ends. */
export async function talkToBot(stage: Stage, began: (request: string) => void): Promise<void> {
  const vera = await enter(stage);
  while (vera && !stage.isOver) {
    const request = stage.newRequest();
    for (let nth = 0, isHeard = true; nth < messagesOfTalk && isHeard; nth++) {
      const key = await stage.say(vera, request, {
        ...{ departmentid: stage.project.botDepartment, isToBot: true, isOfCustomer: true },
      });
      if (nth === 0) began(request);
      isHeard = await isAnswered(stage, vera, request, key);
    }
    stage.finished.add(request);
  }
}

async function isAnswered(stage: Stage, vera: Person, request: string, key: string): Promise<boolean> {
  while (!stage.isOver) {
    const lines = await stage.calls.attempt(() => vera.call('GET', `/requests/${request}/messages?limit=200`));
    const texts: string[] = lines?.status === 200 ? lines.body.map(({ text }: { text: string }) => text) : [];
    if (texts.some((text) => answeredBy(text) === key)) return true;
    if ((await stage.hasBot(request)) === false) return false;
    await delay(pauseMs);
  }
  return false;
}

function enter({ mesh, project, calls }: Stage): Promise<Person | undefined> {
  return calls.insist('enter', async () => {
    const visitor = await newVisitor(mesh.url, project.id, 'Vera');
    return { status: visitor.token ? 200 : 503, body: new Person(project.id, visitor) };
  });
}

async function sendFile(stage: Stage, person: Person): Promise<void> {
  const { calls, history, random } = stage;
  const key = stage.newKey();
  const text = `${key} `.repeat(random.between(1, largestFile / key.length));
  const file = () => new File([text], `${key}.txt`);
  const sent = await calls.insist(`send ${key}`, () =>
    person.upload('/files/chat', file(), { 'Idempotency-Key': key }),
  );
  if (sent) history.files.push({ path: sent.filename, digest: digestOf(text) });
}
