export { withVisibleBidi } from './markup/bidi.ts';
export { hostOf, isSafeLink } from './markup/links.ts';
export { type MarkupNode, parseMarkup } from './markup/parse.ts';
