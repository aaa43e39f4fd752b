import { useNavigate } from '@tanstack/react-router'
import { useCallback, useMemo, useRef, useState } from 'react'

/** Signals that one comparison holds at most. */
export const mostCompared = 5

export interface TopicChoice {
  readonly chosen: readonly string[]
  readonly isSearching: boolean
  /** Why a topic could not be searched. */
  readonly failures: ReadonlyMap<string, string>
  readonly toggle: (topic: string) => void
  /** Searches what is chosen; the comparison opens once all are found. */
  readonly start: () => void
  readonly end: (topic: string, end: { signalId: string } | { failure: string }) => void
}

const noFailures: ReadonlyMap<string, string> = new Map()

/** Which topics are compared. All that were measured are chosen at first, when that is not too many. */
export const useTopicChoice = (measured: readonly string[]): TopicChoice => {
  const navigate = useNavigate()
  const [chosen, setChosen] = useState<readonly string[]>(measured.length <= mostCompared ? measured : [])
  const [isSearching, setSearching] = useState(false)
  const [failures, setFailures] = useState(noFailures)
  const ends = useRef(new Map<string, { signalId: string } | { failure: string }>())

  const toggle = useCallback(
    (topic: string) =>
      setChosen((before) => (before.includes(topic) ? before.filter((one) => one !== topic) : [...before, topic])),
    [],
  )
  const start = useCallback(() => {
    ends.current = new Map()
    setFailures(noFailures)
    setSearching(true)
  }, [])
  const end = useCallback(
    (topic: string, result: { signalId: string } | { failure: string }) => {
      ends.current.set(topic, result)
      const all = chosen.map((one) => ends.current.get(one))
      if (all.includes(undefined)) return
      setSearching(false)
      const failed = chosen.flatMap((one): [string, string][] => {
        const ended = ends.current.get(one)
        return ended !== undefined && 'failure' in ended ? [[one, ended.failure]] : []
      })
      if (failed.length > 0) {
        setFailures(new Map(failed))
        return setChosen(chosen.filter((one) => failed.every(([name]) => name !== one)))
      }
      const ids = all.flatMap((ended) => (ended !== undefined && 'signalId' in ended ? ended.signalId : []))
      return void navigate({ to: '/compare', search: { signals: [...new Set(ids)].join(',') } })
    },
    [chosen, navigate],
  )
  return useMemo(
    () => ({ chosen, isSearching, failures, toggle, start, end }),
    [chosen, isSearching, failures, toggle, start, end],
  )
}
