/** What the contract lets a screen say when an operation fails that has no words of its own: most have none. */
export const usualProductMessage = 'Error while loading data'

/** The words of an operation; null for a call made by hand. */
export const productMessageOf = (call: { operation?: string; productMessage?: string }): string | null =>
  call.productMessage ?? (call.operation === undefined ? null : usualProductMessage)
