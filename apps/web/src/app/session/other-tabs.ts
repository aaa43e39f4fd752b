import type { IdentityManager } from './identity-manager.ts'
import { logSession } from './session-log.ts'

/** Follows what other tabs do to the tokens: removed means reload, renewed means adopt. */
export function watchOtherTabs(manager: IdentityManager): void {
  window.addEventListener('storage', (event) => {
    if (event.storageArea !== localStorage) return
    const cleared = event.key === null
    if (!cleared && event.key !== manager.storageKey) return
    if (cleared || event.newValue === null) {
      logSession('tokens removed in another tab')
      location.reload()
    } else {
      // Arms the timers anew and tells React.
      void manager.getUser(true)
    }
  })
}
