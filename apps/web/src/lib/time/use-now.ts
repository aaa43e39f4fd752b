import { useEffect, useState } from 'react'

const everyMs = 30_000

/** The current time in milliseconds, updated twice a minute: for "5 minutes ago". */
export const useNow = (): number => {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs)
    return () => clearInterval(timer)
  }, [])
  return now
}
