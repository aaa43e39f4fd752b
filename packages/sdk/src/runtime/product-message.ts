/** The contract's message for a failed operation without its own one, which most lack. */
export const usualProductMessage = 'Error while loading data'

export const productMessageOf = (call: { productMessage?: string }): string =>
  call.productMessage ?? usualProductMessage
