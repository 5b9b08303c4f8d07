import examples from './generated/examples.json' with { type: 'json' };

/** Answers of a running mesh, by the component or else the operation that they are examples of. `npm run record:examples` writes them. */
export const recordedExamples: Readonly<Record<string, unknown>> = examples;
