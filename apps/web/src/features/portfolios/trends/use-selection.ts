import { useCallback, useMemo, useRef, useState } from 'react'

export interface Selection {
  readonly ids: ReadonlySet<string>
  /** With `reach` it selects the range from the last toggled row to this one. */
  readonly toggle: (id: string, reach: boolean) => void
  readonly setAll: (isChosen: boolean) => void
  readonly clear: () => void
}

/** The selected rows. A row that is no longer shown is not selected. */
export const useSelection = (shownIds: readonly string[]): Selection => {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const last = useRef<string | null>(null)
  const ids = useMemo(() => new Set(shownIds.filter((id) => chosen.has(id))), [shownIds, chosen])
  const toggle = useCallback(
    (id: string, reach: boolean) => {
      const from = last.current === null ? -1 : shownIds.indexOf(last.current)
      const to = shownIds.indexOf(id)
      last.current = id
      setChosen((before) => {
        const next = new Set(before)
        const isChosen = !before.has(id)
        const range = reach && from !== -1 ? shownIds.slice(Math.min(from, to), Math.max(from, to) + 1) : [id]
        for (const one of range) {
          if (isChosen) next.add(one)
          else next.delete(one)
        }
        return next
      })
    },
    [shownIds],
  )
  const setAll = useCallback((isChosen: boolean) => setChosen(new Set(isChosen ? shownIds : [])), [shownIds])
  const clear = useCallback(() => setChosen(new Set()), [])
  return useMemo(() => ({ ids, toggle, setAll, clear }), [ids, toggle, setAll, clear])
}
