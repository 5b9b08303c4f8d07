// Generated from packages/contracts by `npm run generate`. Do not edit.

/** The API that this SDK was made from. */
export const PARLEY_API = 'v3/0.1.0';
