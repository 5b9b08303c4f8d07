export { type AskedWord, askedWords, queryOf, wholeWords } from './asked-words.ts';
export { askedVector, type FoundWord, findWords, hasAnyOf, type Weighed } from './found-words.ts';
