export { checkIfMatch, currentCall, runInCall } from './call.ts';
export { isId, newId } from './ids.ts';
export { problemAnswer, statusOfKind } from './problem.ts';
