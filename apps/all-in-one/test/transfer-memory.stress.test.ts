import { join } from 'node:path';

import { newId } from '@parley/service-kit/call';
import { amountOf } from '@parley/testkit';

import { sharedMesh } from './shared-mesh.ts';
import { madeLongAgo, smallTransfer, temporaryFolder, writtenArchive } from './transfer-program.ts';

/** Held in memory, they are larger than this heap. */
const leads = amountOf({ quick: 16_000, soak: 100_000 });
const noteLength = 5_000;
const heapMb = 80;

it('an archive is loaded that memory does not hold, with records that are refused', async () => {
  const mesh = await sharedMesh();
  const folder = await temporaryFolder();
  try {
    const [projectId, note] = [newId(), 'x'.repeat(noteLength)];
    const records = function* () {
      for (let nth = 0; nth < leads; nth++) {
        const _id = `65e18b00${nth.toString(16).padStart(16, '0')}`;
        // Every tenth has a text that no database holds.
        yield { _id, ...madeLongAgo, lead_id: `v${nth}`, note, ...(nth % 10 === 0 && { fullname: '\u0000' }) };
      }
    };
    const archive = await writtenArchive(join(folder.path, 'archive'), projectId, { lead: records() });
    const args = ['import', 'archive', archive, '--max-bad', '20%', '--work', join(folder.path, 'work')];
    const { code, output } = await smallTransfer(mesh, args, heapMb);
    expect([code, output.slice(-1_000)]).toEqual([2, expect.stringContaining(`project ${projectId}: verified`)]);
    expect((await smallTransfer(mesh, ['import', 'discard', archive], heapMb)).code).toBe(0);
  } finally {
    await folder.remove();
  }
}, 600_000);
