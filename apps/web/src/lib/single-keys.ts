const storageKey = 'auspex.single-keys'

/** Whether shortcuts without Ctrl or ⌘ are on: people who use speech input may turn them off (WCAG 2.1.4). */
export const areSingleKeysOn = (): boolean => {
  try {
    return localStorage.getItem(storageKey) !== 'off'
  } catch {
    return true
  }
}

export const setSingleKeys = (on: boolean): void =>
  on ? localStorage.removeItem(storageKey) : localStorage.setItem(storageKey, 'off')
