import { useCallback, useLayoutEffect, useRef } from 'react'

/** A function with a stable identity that runs the callback of the latest render: rows that receive it need not re-render. */
export const useStableCallback = <Args extends readonly unknown[]>(run: (...args: Args) => void) => {
  const latest = useRef(run)
  useLayoutEffect(() => {
    latest.current = run
  })
  return useCallback((...args: Args): void => latest.current(...args), [])
}
