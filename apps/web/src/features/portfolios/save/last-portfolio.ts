const storageKey = 'auspex.last-portfolio'

/** The portfolio to which this person last saved in this browser. */
export const readLastPortfolio = (personId: string): string | null => {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storageKey) ?? 'null')
    if (typeof stored !== 'object' || stored === null) return null
    const { person, portfolio } = stored as { person?: unknown; portfolio?: unknown }
    return person === personId && typeof portfolio === 'string' ? portfolio : null
  } catch {
    return null
  }
}

export const rememberPortfolio = (personId: string, portfolioId: string): void => {
  try {
    localStorage.setItem(storageKey, JSON.stringify({ person: personId, portfolio: portfolioId }))
  } catch {
    // without storage the next save asks again
  }
}
