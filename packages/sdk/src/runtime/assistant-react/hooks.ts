'use client'
import { type ReactNode, useEffect, useSyncExternalStore } from 'react'
import type { Action } from '../assistant/actions.ts'
import { type Answer, type AnswerAction, isUnderWay } from '../assistant/answer.ts'
import type { Assistant } from '../assistant/assistant.ts'
import { useAssistant } from './provider.ts'

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

const none: readonly Answer[] = []

/** The conversation of the nearest `AssistantProvider`. */
export const useZeus = (): Zeus => {
  const assistant = useAssistant()
  const answers = useSyncExternalStore(assistant.subscribe, assistant.getAnswers, () => none)
  const { registry } = assistant
  const renderAction = ({ name, state, input }: AnswerAction): ReactNode => {
    if (state !== 'shown') return null
    // Only `useAction` offers actions here, and its `render` returns a React node; the input was validated before it was shown.
    return (registry.action(name)?.render?.(input) ?? null) as ReactNode
  }
  return { ...assistant, answers, isRunning: answers.some(isUnderWay), renderAction }
}
