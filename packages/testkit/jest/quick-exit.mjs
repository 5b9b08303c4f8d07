// A worker that has run many files takes up to half a second to hand back its memory piece by piece. Jest waits no longer, and
// then says that tests leak. `exit` ends the process at once. Imported by the transformer, which every worker loads.
if (process.send !== undefined) process.once('beforeExit', (code) => process.exit(code));
