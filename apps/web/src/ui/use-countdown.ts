import { useEffect, useEffectEvent, useState } from 'react'

/** Whole seconds left until `onEnd` runs once; null when there is nothing to wait for. */
export const useCountdown = (seconds: number, onEnd: (() => void) | undefined): number | null => {
  const active = onEnd !== undefined
  const [secondsLeft, setSecondsLeft] = useState(seconds)
  const end = useEffectEvent(() => onEnd?.())
  useEffect(() => {
    if (!active) return undefined
    let remaining = seconds
    const timer = setInterval(() => {
      remaining -= 1
      setSecondsLeft(remaining)
      if (remaining > 0) return
      clearInterval(timer)
      end()
    }, 1000)
    return () => clearInterval(timer)
  }, [active, seconds])
  return active && secondsLeft > 0 ? secondsLeft : null
}
