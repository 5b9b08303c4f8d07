const teardown = async () => {
  await globalThis.stopTestPostgres();
};

export default teardown;
