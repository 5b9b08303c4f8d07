export { type ReplacementBudget, TextPattern } from './text-pattern.ts';
