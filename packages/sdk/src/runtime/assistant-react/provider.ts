'use client'
import { createContext, createElement, type ReactElement, type ReactNode, useContext, useEffect, useMemo } from 'react'
import { type Assistant, createAssistant } from '../assistant/assistant.ts'
import { createEventLog, type EventLog } from '../assistant/event-log.ts'
import type { KeepStorage } from '../assistant/kept-runs.ts'
import { readPublicKey } from '../assistant/public-key.ts'
import type { AuspexClient } from '../client.ts'
import { DevConsole } from './dev-console.ts'

interface ProvidedAssistant {
  readonly assistant: Assistant
  readonly log: EventLog
}

const AssistantContext = createContext<ProvidedAssistant | undefined>(undefined)

export interface AssistantProviderProps {
  /** The client that sends the requests. */
  client: AuspexClient
  /** Address of the assistant service, for example `https://auspex.example/assistant`; on the same origin `/assistant` is enough. */
  runtimeUrl?: string | undefined
  /** Identifies the runtime instead of `runtimeUrl`; created by `createPublicKey`. */
  publicKey?: string | undefined
  /** Shows each event of the stream at the foot of the page. @default false */
  showDevConsole?: boolean
  /** Where unfinished answers are stored across a reload; null for nowhere. @default sessionStorage */
  storage?: KeepStorage | null
  children?: ReactNode
}

/**
 * Provides one conversation with Zeus to everything below it; belongs at the root of an app. It sends nothing by itself, loads nothing from elsewhere
 * and reports nothing to anybody.
 * @throws {Error} when neither `runtimeUrl` nor `publicKey` is given
 */
export const AssistantProvider = ({
  client,
  runtimeUrl,
  publicKey,
  showDevConsole = false,
  storage = browserStorage(),
  children,
}: AssistantProviderProps): ReactElement => {
  const assistantUrl = addressOf(runtimeUrl, publicKey)
  const provided = useMemo(() => {
    const log = createEventLog()
    return { log, assistant: createAssistant({ client: { ...client, assistantUrl }, storage, onEvent: log.add }) }
  }, [client, assistantUrl, storage])
  const { assistant, log } = provided
  useEffect(() => {
    assistant.resume()
    return assistant.close
  }, [assistant])
  return createElement(
    AssistantContext.Provider,
    { value: provided },
    children,
    showDevConsole && createElement(DevConsole, { log }),
  )
}

const addressOf = (runtimeUrl: string | undefined, publicKey: string | undefined): string => {
  if (runtimeUrl) return runtimeUrl
  if (publicKey) return readPublicKey(publicKey)
  throw new Error(
    '<AssistantProvider> needs to know where Zeus is: give it a runtimeUrl, such as /assistant, or a publicKey',
  )
}

const browserStorage = (): KeepStorage | null => {
  try {
    return globalThis.sessionStorage ?? null
  } catch {
    // A browser that blocks storage throws.
    return null
  }
}

/** The assistant of the nearest `AssistantProvider`; throws outside of one. */
export const useAssistant = (): Assistant => {
  const provided = useContext(AssistantContext)
  if (!provided) throw new Error('Put an <AssistantProvider runtimeUrl="/assistant"> around this component')
  return provided.assistant
}
