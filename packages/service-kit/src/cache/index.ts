/** Every cache of bounded size, its entries with an expiry where they need one. Threads import it from here, where nothing else is loaded. */
export { LRUCache } from 'lru-cache';
