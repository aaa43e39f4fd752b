import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { focusWhenShown } from './focus-when-shown.ts'

/**
 * After a navigation the focus goes to the heading of the new page, which a screen reader then says, once: there is no
 * live region beside it. A page that took the focus itself keeps it, and so does a place inside of a page (#…).
 */
export const useHeadingFocus = (): void => {
  const router = useRouter()
  useEffect(() => {
    let stop = () => {}
    const unsubscribe = router.subscribe('onResolved', ({ fromLocation, toLocation, pathChanged }) => {
      if (!fromLocation || !pathChanged) return
      stop()
      const hasFocus = document.querySelector('#content')?.querySelector(':focus')
      if (toLocation.hash === '' && !hasFocus) stop = focusWhenShown('#content h1')
    })
    return () => {
      stop()
      unsubscribe()
    }
  }, [router])
}
