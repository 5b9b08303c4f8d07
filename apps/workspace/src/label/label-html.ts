import { ErrorCodes, type Token, Tokenizer } from 'parse5';

const allowedTags = new Set(['a', 'b', 'strong', 'i', 'em', 'u', 'br', 'span']);
const allowedAttributes = new Set(['href', 'target', 'rel']);
const allowedProtocols = new Set(['http:', 'https:', 'mailto:']);

// Labels are embedded in a page: an unfinished tag would swallow what follows it.
const unfinished: readonly string[] = [ErrorCodes.eofInTag, ErrorCodes.eofBeforeTagName];

/**
 * Returns why a text must not be shown as HTML, or undefined. Uses the tokenizer of the HTML standard, as browsers do.
 * Source: contract 11 section 11.
 */
export function htmlFault(text: string): string | undefined {
  if (!text.includes('<')) return undefined;

  const faults: (string | undefined)[] = [];
  const tokenizer = new Tokenizer(
    {},
    {
      onStartTag: (tag) => faults.push(startTagFault(tag)),
      onEndTag: ({ tagName }) => faults.push(tagFault(tagName)),
      onComment: () => faults.push('Must not contain comments'),
      onDoctype: () => faults.push(tagFault('!doctype')),
      onParseError: ({ code }) => faults.push(unfinished.includes(code) ? 'Has an unfinished tag' : undefined),
      onEof: ignore,
      onCharacter: ignore,
      onNullCharacter: ignore,
      onWhitespaceCharacter: ignore,
    },
  );
  tokenizer.write(text, true);
  return faults.find((fault) => fault !== undefined);
}

function ignore(): void {}

function tagFault(name: string): string | undefined {
  return allowedTags.has(name) ? undefined : `Of tags only ${[...allowedTags].join(', ')} are allowed`;
}

function startTagFault({ tagName, attrs }: Token.TagToken): string | undefined {
  const href = attrs.find(({ name }) => name === 'href')?.value;
  const isSafe = href === undefined ? tagName !== 'a' : leadsOut(href);
  if (!isSafe) return tagFault(tagName) ?? 'A link must have an http, https or mailto address';
  return tagFault(tagName) ?? attributeFault(attrs);
}

function attributeFault(attrs: Token.Attribute[]): string | undefined {
  const isAllowed = attrs.every(({ name }) => allowedAttributes.has(name));
  return isAllowed ? undefined : `Of attributes only ${[...allowedAttributes].join(', ')} are allowed`;
}

/** Uses the WHATWG URL parser, as browsers do: it drops the line breaks and blanks that hide a `javascript:`. */
function leadsOut(href: string): boolean {
  return URL.canParse(href) && allowedProtocols.has(new URL(href).protocol);
}
