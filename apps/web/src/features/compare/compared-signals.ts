/** The maximum number of signals in a comparison. */
export const mostSignals = 5

/** Why there is no sixth signal, in the server's words. */
export const sixthReason =
  'At most five signals can be compared: a sixth line would be hard to tell from the others. Remove one first.'

/** The ids in a URL, without duplicates and invalid ids. */
export const readSignals = (text: string | undefined): readonly string[] => [
  ...new Set((text ?? '').split(',').filter((id) => /^sig_[a-z0-9]{1,40}$/.test(id))),
]

/** The list with one more signal, or the reason for refusing it. */
export const addSignal = (
  ids: readonly string[],
  { id, title }: { id: string; title: string },
): { readonly ids: readonly string[] } | { readonly refusal: string } => {
  if (ids.includes(id)) return { refusal: `${title} is already in the comparison.` }
  return ids.length >= mostSignals ? { refusal: sixthReason } : { ids: [...ids, id] }
}

/** The URL form of the ids; undefined for none. */
export const writeSignals = (ids: readonly string[]): string | undefined => (ids.length > 0 ? ids.join(',') : undefined)
