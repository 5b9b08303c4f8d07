import { offerTestPostgres } from '../src/embedded-postgres.ts';

const setup = async () => {
  globalThis.stopTestPostgres = await offerTestPostgres();
};

export default setup;
