import type { SelectedMessage } from '@auspex/sdk'

/** Chat messages selected for the next new report. They survive a reload and are stored by person. */
const keyOf = (personId: string) => `auspex.selected-messages.${personId}`

/** The maximum number of messages in a report. */
const maxMessages = 200

export const readSelectedMessages = (personId: string): readonly SelectedMessage[] => {
  try {
    const parsed: unknown = JSON.parse(localStorage.getItem(keyOf(personId)) ?? '[]')
    return Array.isArray(parsed) ? parsed.filter(isMessage) : []
  } catch {
    return []
  }
}

/** Adds a message to the selection, once. */
export const selectMessage = (personId: string, message: SelectedMessage): void => {
  const waiting = readSelectedMessages(personId).filter(({ timestamp }) => timestamp !== message.timestamp)
  storeSelectedMessages(personId, [...waiting, message].slice(-maxMessages))
}

export const storeSelectedMessages = (personId: string, messages: readonly SelectedMessage[]): void => {
  try {
    if (messages.length === 0) localStorage.removeItem(keyOf(personId))
    else localStorage.setItem(keyOf(personId), JSON.stringify(messages))
  } catch {
    // Without storage there is no selection.
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
