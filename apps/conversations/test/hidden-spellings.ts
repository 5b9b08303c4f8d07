/** All attributes by which words of the team are kept from end users. Source: contract 21 section 6.1. */
export const hiddenSpellings = [
  { subtype: 'info' },
  { subtype: 'info/support' },
  { info: true },
  { hidden: true },
  { subtype: 'private' },
  { subtype: 'private/aside' },
  { private: true },
];
