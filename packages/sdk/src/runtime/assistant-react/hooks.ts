'use client'
import { type ReactNode, useEffect, useSyncExternalStore } from 'react'
import type { Action } from '../assistant/actions.ts'
import { type Answer, type AnswerAction, isUnderWay } from '../assistant/answer.ts'
import type { Assistant } from '../assistant/assistant.ts'
import { useAssistant } from './provider.ts'

/** Lets Zeus read something of the screen with the next message: what it is, and its value, which must be JSON. */
export const useReadable = (description: string, value: unknown): void => {
  const { registry } = useAssistant()
  useEffect(() => registry.addReadable({ description, value }), [registry, description, value])
}

/**
 * Offers Zeus something that this screen can do, as long as it is mounted: a `handler` does it, a `render` draws it in the answer. Arguments are
 * checked first, actions run one after the other, and the next one waits 20 ms.
 */
export const useAction = <Input>(action: Action<Input, ReactNode>): void => {
  const { registry } = useAssistant()
  // After every drawing, for its functions see what is on the screen then.
  useEffect(() => registry.addAction(action))
}

/** What a screen needs to talk with Zeus. */
export interface Zeus extends Pick<
  Assistant,
  'ask' | 'regenerate' | 'retry' | 'follow' | 'stop' | 'decide' | 'forget'
> {
  /** The answers of this page, oldest first. */
  readonly answers: readonly Answer[]
  /** Whether one is being written. */
  readonly isRunning: boolean
  /** What the action of an answer draws; null for one that does something instead, or that is gone from the screen. */
  readonly renderAction: (action: AnswerAction) => ReactNode
}

const none: readonly Answer[] = []

/** The conversation of the nearest `AssistantProvider`. */
export const useZeus = (): Zeus => {
  const assistant = useAssistant()
  const answers = useSyncExternalStore(assistant.subscribe, assistant.getAnswers, () => none)
  const { registry } = assistant
  const renderAction = ({ name, state, input }: AnswerAction): ReactNode => {
    if (state !== 'shown') return null
    // Only `useAction` offers actions here, and its `render` gives what React draws; the input was checked before it was shown.
    return (registry.action(name)?.render?.(input) ?? null) as ReactNode
  }
  return { ...assistant, answers, isRunning: answers.some(isUnderWay), renderAction }
}
