import type { SelectedMessage } from '@auspex/sdk'

/** Messages of a chat that wait for the next new report. They outlive a reload, and are of one person. */
const keyOf = (personId: string) => `auspex.selected-messages.${personId}`

/** As many as a report has. */
const mostMessages = 200

export const readSelectedMessages = (personId: string): readonly SelectedMessage[] => {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(keyOf(personId)) ?? '[]')
    return Array.isArray(stored) ? stored.filter(isMessage) : []
  } catch {
    return []
  }
}

/** Puts a message to those that wait, once. */
export const selectMessage = (personId: string, message: SelectedMessage): void => {
  const waiting = readSelectedMessages(personId).filter(({ timestamp }) => timestamp !== message.timestamp)
  keepSelectedMessages(personId, [...waiting, message].slice(-mostMessages))
}

export const keepSelectedMessages = (personId: string, messages: readonly SelectedMessage[]): void => {
  try {
    if (messages.length === 0) localStorage.removeItem(keyOf(personId))
    else localStorage.setItem(keyOf(personId), JSON.stringify(messages))
  } catch {
    // A browser that keeps nothing has no place for them.
  }
}

const isMessage = (value: unknown): value is SelectedMessage =>
  typeof value === 'object' &&
  value !== null &&
  'timestamp' in value &&
  typeof value.timestamp === 'string' &&
  'content' in value &&
  typeof value.content === 'string' &&
  'role' in value &&
  (value.role === 'user' || value.role === 'assistant')
