import { useNavigate } from '@tanstack/react-router'
import { useCallback, useMemo, useRef, useState } from 'react'

/** The most signals that can be compared. */
export const mostSignals = 5

export interface TopicChoice {
  readonly chosenTopics: readonly string[]
  readonly isSearching: boolean
  /** Why a topic could not be searched. */
  readonly failures: ReadonlyMap<string, string>
  readonly toggle: (topic: string) => void
  /** Searches the chosen topics; the comparison opens once all of them are signals. */
  readonly start: () => void
  readonly end: (topic: string, end: { signalId: string } | { failure: string }) => void
}

const noFailures: ReadonlyMap<string, string> = new Map()

/** Which topics are compared. At first these are all measured topics, unless they are too many. */
export const useTopicChoice = (measuredTopics: readonly string[]): TopicChoice => {
  const navigate = useNavigate()
  const [chosenTopics, setChosenTopics] = useState<readonly string[]>(
    measuredTopics.length <= mostSignals ? measuredTopics : [],
  )
  const [isSearching, setSearching] = useState(false)
  const [failures, setFailures] = useState(noFailures)
  const outcomes = useRef(new Map<string, { signalId: string } | { failure: string }>())

  const toggle = useCallback(
    (topic: string) =>
      setChosenTopics((before) =>
        before.includes(topic) ? before.filter((one) => one !== topic) : [...before, topic],
      ),
    [],
  )
  const start = useCallback(() => {
    outcomes.current = new Map()
    setFailures(noFailures)
    setSearching(true)
  }, [])
  const end = useCallback(
    (topic: string, result: { signalId: string } | { failure: string }) => {
      outcomes.current.set(topic, result)
      const all = chosenTopics.map((one) => outcomes.current.get(one))
      if (all.includes(undefined)) return
      setSearching(false)
      const newFailures = chosenTopics.flatMap((one): [string, string][] => {
        const outcome = outcomes.current.get(one)
        return outcome !== undefined && 'failure' in outcome ? [[one, outcome.failure]] : []
      })
      if (newFailures.length > 0) {
        setFailures(new Map(newFailures))
        return setChosenTopics(chosenTopics.filter((one) => newFailures.every(([name]) => name !== one)))
      }
      const ids = all.flatMap((outcome) => (outcome !== undefined && 'signalId' in outcome ? outcome.signalId : []))
      return void navigate({ to: '/compare', search: { signals: [...new Set(ids)].join(',') } })
    },
    [chosenTopics, navigate],
  )
  return useMemo(
    () => ({ chosenTopics, isSearching, failures, toggle, start, end }),
    [chosenTopics, isSearching, failures, toggle, start, end],
  )
}
