import { useCallback, useLayoutEffect, useRef } from 'react'

/** A function that stays the same while what it does is that of the last render: rows that are given it are not drawn again for it. */
export const useStableCallback = <Args extends readonly unknown[]>(run: (...args: Args) => void) => {
  const latest = useRef(run)
  useLayoutEffect(() => {
    latest.current = run
  })
  return useCallback((...args: Args): void => latest.current(...args), [])
}
