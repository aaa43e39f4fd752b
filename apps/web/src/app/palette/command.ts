import type { AuspexClient, RecentSearch } from '@auspex/sdk'
import type { QueryClient } from '@tanstack/react-query'
import type { useNavigate } from '@tanstack/react-router'
import type { Account } from '../../lib/people/account.tsx'
import { type ModuleName, useModules, useRoles } from '../../lib/people/modules.ts'
import type { useSaveSignals } from '../../lib/dialogs/save-signals.tsx'
import type { AppRouter } from '../router.tsx'

/** A page to open, or an action to run. */
export interface Command {
  /** Must never change: recently used commands are stored by it. */
  readonly id: string
  readonly title: string
  /** A thing is offered only once its name is typed. */
  readonly kind: 'page' | 'report' | 'action' | 'thing'
  /** Synonyms that people may type. */
  readonly keywords?: string
  /** The shortcut that does the same without the palette, in readable form: "g h". */
  readonly keys?: string
  /** Omitted if one of these modules is off for the person. */
  readonly modules?: readonly ModuleName[]
  /** Omitted for people without this role. */
  readonly role?: string
  readonly run: () => void | Promise<void>
}

/** The dependencies of commands. */
export interface CommandTools {
  readonly client: AuspexClient
  readonly queryClient: QueryClient
  readonly router: AppRouter
  readonly navigate: ReturnType<typeof useNavigate>
  readonly account: Account
  /** The person's recent searches, newest first. */
  readonly recent: readonly RecentSearch[]
  /** The signal of the current page. */
  readonly signalId: string | null
  readonly theme: 'light' | 'dark'
  readonly setTheme: (theme: 'light' | 'dark') => void
  /** Shows the person, in a sentence, what was done or why it was not. */
  readonly tell: (text: string) => void
  /** Saves signals to the portfolio used last, or lets the person choose one. */
  readonly saveSignals: ReturnType<typeof useSaveSignals>
  readonly openShortcuts: () => void
}

/** Whether the person has the modules and the role that a command requires. */
export const useAllowedCommands = (): ((command: Partial<Command>) => boolean) => {
  const isOn = useModules()
  const roles = useRoles()
  return ({ modules = [], role }) => modules.every(isOn) && (role === undefined || roles.includes(role))
}

const storageKey = 'auspex.commands'
const maxCommands = 5

/** Ids of the most recently used commands in this browser, newest first. */
export const readRecentCommands = (): readonly string[] => {
  try {
    const storedIds: unknown = JSON.parse(localStorage.getItem(storageKey) ?? '[]')
    return Array.isArray(storedIds) ? storedIds.filter((id) => typeof id === 'string').slice(0, maxCommands) : []
  } catch {
    return []
  }
}

export const rememberCommand = (id: string): void => {
  const ids = [id, ...readRecentCommands().filter((other) => other !== id)].slice(0, maxCommands)
  try {
    localStorage.setItem(storageKey, JSON.stringify(ids))
  } catch {
    // Without storage the command still runs, and is not among the recent ones.
  }
}

export const clearRecentCommands = (): void => {
  try {
    localStorage.removeItem(storageKey)
  } catch {
    // Without storage there are no recent commands.
  }
}
