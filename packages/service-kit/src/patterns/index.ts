export { TextPattern } from './text-pattern.ts';
