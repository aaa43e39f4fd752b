'use client'
import { createContext, createElement, type ReactElement, type ReactNode, useContext } from 'react'
import type { AuspexClient } from '../client.ts'
import type { RequestOptions } from '../request-options.ts'

const ClientContext = createContext<AuspexClient | undefined>(undefined)

/** Provides the client to the hooks below it. Each client has its own keys in a QueryClient, so that nobody sees data cached for somebody else. */
export const AuspexProvider = ({ client, children }: { client: AuspexClient; children?: ReactNode }): ReactElement =>
  createElement(ClientContext.Provider, { value: client }, children)

/** The client of the nearest `AuspexProvider`; throws outside of one. */
export const useAuspexClient = (): AuspexClient => {
  const client = useContext(ClientContext)
  if (!client) throw new Error('Put an <AuspexProvider client={…}> around this component')
  return client
}

/** Options of a generated hook, with the provided client where they have none. Called by generated hooks. */
export const useProvidedClient = <T extends { request?: RequestOptions }>(options: T | undefined): T | undefined => {
  const provided = useContext(ClientContext)
  const client = options?.request?.client ?? provided
  // The options keep their type: only what was missing is filled in.
  return client ? ({ ...options, request: { ...options?.request, client } } as T) : options
}
