import type { AuspexClient, RecentSearch } from '@auspex/sdk'
import type { QueryClient } from '@tanstack/react-query'
import type { useNavigate } from '@tanstack/react-router'
import type { Account } from '../../lib/account.tsx'
import type { useSaveSignals } from '../../lib/save-signals.tsx'
import type { AppRouter } from '../router.ts'

/** A page to open, or something to do. */
export interface Command {
  /** Stays the same for ever: the commands used last are remembered by it. */
  readonly id: string
  readonly title: string
  /** A thing is offered once its name is typed. */
  readonly kind: 'page' | 'report' | 'action' | 'thing'
  /** Other words that people type for it. */
  readonly keywords?: string
  /** Keys that do the same without the palette, as people read them: "g h". */
  readonly keys?: string
  readonly run: () => void | Promise<void>
}

/** What commands work with. */
export interface CommandTools {
  readonly client: AuspexClient
  readonly queryClient: QueryClient
  readonly router: AppRouter
  readonly navigate: ReturnType<typeof useNavigate>
  readonly account: Account
  /** The searches of the person, newest first. */
  readonly recent: readonly RecentSearch[]
  /** The signal whose page is open. */
  readonly signalId: string | null
  readonly theme: 'light' | 'dark'
  readonly setTheme: (theme: 'light' | 'dark') => void
  /** Tells the person, in a sentence, what was done or why it was not. */
  readonly tell: (text: string) => void
  /** Saves signals in the portfolio used last, or asks for one. */
  readonly saveSignals: ReturnType<typeof useSaveSignals>
  readonly openShortcuts: () => void
}
