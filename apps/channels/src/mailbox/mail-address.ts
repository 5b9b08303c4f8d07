import { domainToASCII } from 'node:url';

const maxLength = 254;
const maxLocalLength = 64;
// No quoted local parts: providers hand none out, and a quote in an address is more often an attack than a name.
const localPart = /^[^\s"(),:;<>@[\\\]\p{C}]+$/u;
const domainPart = /^(?=.{1,253}$)[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*$/;

/** The form in which addresses are compared: lower case, the domain in ASCII. Undefined for what is no address. */
export function addressKeyOf(address: string): string | undefined {
  const at = address.lastIndexOf('@');
  if (at < 1 || address.length > maxLength || !address.isWellFormed()) return undefined;
  const local = address.slice(0, at).toLowerCase();
  const domain = domainToASCII(address.slice(at + 1));
  if (local.length > maxLocalLength || !localPart.test(local) || !domainPart.test(domain)) return undefined;
  return `${local}@${domain}`;
}

/** The key without what follows a plus sign: `help+anything@shop.example` leads to `help@shop.example`. */
export function withoutTag(key: string): string {
  return key.replace(/\+[^@]*(?=@)/, '');
}
