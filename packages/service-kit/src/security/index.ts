export { type ActorTokens, actorTokens, type ServiceTokens, serviceTokens } from './actor-token.ts';
export { type AddressList, addressList, canonicalAddress, countedAddress, readAddressEntry } from './address.ts';
export { type LimitRule, type LimitState, type Limits, openLimits } from './limits.ts';
export { type Secrets, secretsUnder } from './secrets.ts';
