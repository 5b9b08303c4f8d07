import { stopShared } from '../src/shared.ts';

const teardown = async () => {
  // In band, the tests ran in this process.
  await stopShared();
  await globalThis.stopTestPostgres();
};

export default teardown;
