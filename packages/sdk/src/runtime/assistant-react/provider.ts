'use client'
import type { AssistantEvent } from '../../generated/model/index.ts'
import {
  createContext,
  createElement,
  type CSSProperties,
  type ReactElement,
  type ReactNode,
  useContext,
  useEffect,
  useMemo,
  useSyncExternalStore,
} from 'react'
import { type Assistant, createAssistant } from '../assistant/assistant.ts'
import type { KeepStorage } from '../assistant/run-store.ts'
import { readPublicKey } from '../assistant/public-key.ts'
import type { AuspexClient } from '../client.ts'
import type { Action } from '../assistant/actions.ts'
import { type Answer, type AnswerAction, isInProgress } from '../assistant/answer.ts'

/** The latest events of the streams, for developers. */
interface EventLog {
  readonly add: (event: AssistantEvent) => void
  readonly get: () => readonly AssistantEvent[]
  readonly subscribe: (listener: () => void) => () => void
}

const maxEvents = 200

const createEventLog = (): EventLog => {
  let events: readonly AssistantEvent[] = []
  const listeners = new Set<() => void>()
  return {
    add: (event) => {
      events = [...events, event].slice(-maxEvents)
      for (const listener of listeners) listener()
    },
    get: () => events,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

const frame: CSSProperties = {
  position: 'fixed',
  inset: 'auto 8px 8px auto',
  zIndex: 2147483647,
  maxWidth: 'min(640px, calc(100vw - 16px))',
  background: 'Canvas',
  color: 'CanvasText',
  border: '1px solid',
}
const list: CSSProperties = { maxHeight: '40vh', overflow: 'auto', margin: 0, padding: 8, fontSize: 12 }
const noEvents: readonly AssistantEvent[] = []

/** The events of the streams as they arrive, newest last. Only shown on request. */
const DevConsole = ({ log }: { log: EventLog }): ReactElement => {
  const events = useSyncExternalStore(log.subscribe, log.get, () => noEvents)
  return createElement(
    'details',
    { style: frame },
    createElement('summary', null, `Zeus: ${events.length} events`),
    createElement('pre', { style: list }, events.map((event) => JSON.stringify(event)).join('\n')),
  )
}

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

/** Lets Zeus read a value of the screen with the next message: a description, and the value, which must be JSON. */
export const useReadable = (description: string, value: unknown): void => {
  const { registry } = useAssistant()
  useEffect(() => registry.addReadable({ description, value }), [registry, description, value])
}

/**
 * Offers Zeus an action of this screen while it is mounted: `handler` performs it, `render` draws it in the answer. Arguments are validated first;
 * actions run one after the other, 20 ms apart.
 */
export const useAction = <Input>(action: Action<Input, ReactNode>): void => {
  const { registry } = useAssistant()
  // After every render, so that its functions see the current state of the screen.
  useEffect(() => registry.addAction(action))
}

/** Everything a screen needs to talk to Zeus. */
export interface Zeus extends Pick<
  Assistant,
  'ask' | 'regenerate' | 'retry' | 'follow' | 'stop' | 'decide' | 'forget'
> {
  /** The answers of this page, oldest first. */
  readonly answers: readonly Answer[]
  /** Whether an answer is being written. */
  readonly isRunning: boolean
  /** What the action of an answer draws; null for one that performs something instead, or that is no longer on the screen. */
  readonly renderAction: (action: AnswerAction) => ReactNode
}

const noAnswers: readonly Answer[] = []

/** The conversation of the nearest `AssistantProvider`. */
export const useZeus = (): Zeus => {
  const assistant = useAssistant()
  const answers = useSyncExternalStore(assistant.subscribe, assistant.getAnswers, () => noAnswers)
  const { registry } = assistant
  const renderAction = ({ name, state, input }: AnswerAction): ReactNode => {
    if (state !== 'shown') return null
    // Only `useAction` offers actions here, and its `render` returns a React node; the input was validated before it was shown.
    return (registry.action(name)?.render?.(input) ?? null) as ReactNode
  }
  return { ...assistant, answers, isRunning: answers.some(isInProgress), renderAction }
}
