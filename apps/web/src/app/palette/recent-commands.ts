const storageKey = 'auspex.commands'
const maxCommands = 5

/** Ids of the most recently used commands in this browser, newest first. */
export const readRecentCommands = (): readonly string[] => {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storageKey) ?? '[]')
    return Array.isArray(stored) ? stored.filter((id) => typeof id === 'string').slice(0, maxCommands) : []
  } catch {
    return []
  }
}

export const rememberCommand = (id: string): void => {
  const ids = [id, ...readRecentCommands().filter((other) => other !== id)].slice(0, maxCommands)
  localStorage.setItem(storageKey, JSON.stringify(ids))
}

export const forgetRecentCommands = (): void => localStorage.removeItem(storageKey)
