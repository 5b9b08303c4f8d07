import { createHash } from 'node:crypto';

import { newVisitor } from '../../../apps/all-in-one/test/mesh.ts';
import { Person } from './project.ts';
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
      await stage.say(vera, request, { departmentid });
      if (nth === 0) began(request);
    }
    await sendFile(stage, vera);
    stage.finished.add(request);
  }
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

/** By which bytes are known. */
export function digestOf(bytes: string | Uint8Array): string {
  return createHash('sha256').update(bytes).digest('base64url');
}
