export { type AskedWord, askedWords, queryOf, wholeWords } from './asked-words.ts';
export { askedVector, type FoundWord, findWords, type Weighed } from './found-words.ts';
