import { createContext, useContext } from 'react';

/** The conversation that is open, for parts deep in its thread. */
const OpenRequest = createContext('');

export const RequestIdProvider = OpenRequest.Provider;

export const useRequestId = (): string => useContext(OpenRequest);
